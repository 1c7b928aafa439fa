import { isDeepStrictEqual } from 'node:util'

import { verifyDisclosure } from '@partner-office/statement-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import { onBothDatabases, onPostgres } from '../../testing/databases.ts'
import { DisclosedNetwork, soldMonth } from '../../testing/disclosed-network.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { runOffice } from '../../testing/run-office.ts'
import { corrupt } from '../../testing/small-office.ts'
import { activity } from '../../verify/activity.ts'
import { disclosures } from '../../verify/disclosures.ts'
import { facts } from '../../verify/facts.ts'
import { plans } from '../../verify/plans.ts'
import { verifyAll, verifyIn } from '../../verify/verify-all.ts'
import { words } from '../../verify/words.ts'
import { closePeriod } from '../months/close-period.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { readStatementKeys, rotateKey } from '../statements/statement-keys.ts'
import type { Disclosure, DisclosedGroup } from './disclosure.ts'
import { signedIn } from './read-disclosures.ts'

const months = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

const storedIn = ({ database }: Core) =>
  database.read.selectFrom('disclosures').selectAll().orderBy('period').orderBy('months').execute()

const titlesIn = async (core: Core): Promise<string[]> =>
  (await storedIn(core)).map(({ period, months: count }) => `${period} ${count}`)

async function disclosureOf(core: Core, place: number, count: 1 | 12 = 1): Promise<Disclosure> {
  const rows = await storedIn(core)
  const row = rows.find(({ period, months: of }) => period === soldMonth(place) && of === count)!
  return signedIn(row.content!).disclosure as Disclosure
}

const NONE = { seals: 0, disclosures: 0 }
const BOTH = { seals: 1, disclosures: 1 }

/** The families that the one of the disclosures needs. */
const NEEDED = [words, plans, facts, activity, disclosures]

/** The differences after changes by the owner, which are undone. */
async function namedAfter(core: Core, changes: readonly string[]): Promise<string[]> {
  const undo = Symbol('undo')
  let found: string[] = []
  const ended = core.database.asOwner(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const change of changes) await sql.raw(change).execute(tx)
    found = (await verifyIn(tx, core, NEEDED)).differences
    throw undo
  })
  await ended.catch((error) => {
    if (error !== undo) throw error
  })
  return found
}

/** What the differences of one disclosure say of each of its values. */
const sentencesOf = (found: readonly string[], disclosure: string): string[] =>
  found
    .filter((each) => each.startsWith(disclosure))
    .flatMap((each) => each.slice(disclosure.length).split('; '))

onPostgres('disclosures of fourteen months', (newDatabase) => {
  let network: DisclosedNetwork
  let service: PartnersService
  beforeAll(async () => {
    network = await DisclosedNetwork.open(await newDatabase(), { partners: 150 })
    await network.sell(months(0, 4))
    await network.erase(40, 5)
    await network.erase(41, 5)
    await network.sell(months(5, 13))
    service = await PartnersService.around(network.core, network.clock)
  })

  test('DIS-001 each sealed month has one, and each month from the twelfth on that of twelve', async () => {
    const due = months(0, 13).flatMap((place) => [
      `${soldMonth(place)} 1`,
      ...(place >= 11 ? [`${soldMonth(place)} 12`] : []),
    ])
    expect(await titlesIn(network.core)).toEqual(due)
  })

  test('DIS-002 every number equals a computation in SQL', async () => {
    const { differences, checked } = await verifyAll(network.core)
    expect(differences).toEqual([])
    expect(checked).toContain(
      'a number of an income disclosure follows from the members of its group',
    )
  })

  test('the numbers are worth a test: some members earn, ranks differ, activity and percentiles are shown', async () => {
    const month = await disclosureOf(network.core, 10)
    const kinds = month.groups.map(({ of }) => of)
    expect(kinds.slice(0, 3)).toEqual(['all', 'active', 'ranks'])
    expect(kinds.filter((of) => of === 'ranks').length).toBeGreaterThan(1)
    const [all] = month.groups
    expect(Number(all!.numbers.withoutIncome)).toBeGreaterThan(5)
    expect(Number(all!.numbers.withoutIncome)).toBeLessThan(95)
    for (const name of ['median', 'p75', 'p90', 'mean'] as const) {
      expect(all!.numbers[name]).not.toBeNull()
    }
  })

  test('DIS-004 twelve months have one mean; a partner who was erased counts in the months before', async () => {
    const year = await disclosureOf(network.core, 11, 12)
    const { groups } = year
    expect(groups[0]!.numbers.mean).not.toBeNull()
    expect(groups.slice(1).every(({ numbers }) => numbers.mean === null)).toBe(true)
    const month = await disclosureOf(network.core, 11)
    expect(month.groups[0]!.numbers.members).toBe(148)
    expect(groups[0]!.numbers.members).toBe(150)
    const later = await disclosureOf(network.core, 13, 12)
    expect(later.groups[0]!.numbers.members).toBe(150)
  })

  test('DIS-004 the groups by rank of twelve months join whole groups of the month', async () => {
    const ranksOf = ({ groups }: Disclosure) =>
      groups.filter(({ of }) => of === 'ranks').map(({ names }) => names.join(' '))
    const month = ranksOf(await disclosureOf(network.core, 12))
    for (const names of ranksOf(await disclosureOf(network.core, 12, 12))) {
      const parts = month.filter((part) => ` ${names} `.includes(` ${part} `))
      expect(parts.join(' ')).toBe(names)
    }
  })

  const NUMBERS = Object.entries({
    members: 'the members',
    withoutIncome: 'the share without income',
    p25: 'p25',
    median: 'the median',
    p75: 'p75',
    p90: 'p90',
    p99: 'p99',
    mean: 'the mean',
    maximumUpTo: 'the end of the highest band',
    withPurchases: 'the share with purchases',
    purchaseMedian: 'the median purchase',
  } satisfies Record<keyof DisclosedGroup['numbers'], string>)

  const CHANGED_NUMBERS = JSON.stringify(
    Object.fromEntries(NUMBERS.map(([name]) => [name, name === 'members' ? 7 : '7.5'])),
  )
  const CHANGED_SEAL = JSON.stringify({
    topTen: '7.5',
    seal: '00',
    upToFact: 1,
    sealedAt: 1,
    planVersion: 9,
  })

  /** Within a month: not of the last hours, whose records another month may have. */
  const within = (month: string) =>
    `paid_at >= extract(epoch from timestamp '${month}-05') * 1000
     and paid_at < extract(epoch from timestamp '${month}-25') * 1000`

  /** Each of a month of its own, so that none hides another. */
  const CHANGES: readonly (readonly [string, string, RegExp])[] = [
    [
      'an income',
      `update disclosed_incomes set incomes[1] = incomes[1] + 1 where period = '2025-10'`,
      /^income of partner \d+ in 2025-10: -?\d+\.\d{8} EUR, its records come to -?\d+\.\d{8} EUR$/,
    ],
    [
      'a record that was credited',
      `update bonus_records set amount = amount * 2 where id = (select id from bonus_records
         where reverses_id is null and type = 'DIRECT' and ${within('2025-06')} order by id limit 1)`,
      /^income of partner \d+ in 2025-06/,
    ],
    [
      'an order',
      `update orders set amount_cents = amount_cents + 5000 where ${within('2026-02')}`,
      /^disclosure of 2026-02, 1 months, .*: the median purchase is /,
    ],
    [
      'a table',
      `update disclosures set csv = replace(csv, 'members', 'partners') where period = '2025-09'`,
      /^disclosure of 2025-09, 1 months: its table: signature_wrong$/,
    ],
    [
      'a month without its disclosure',
      `delete from disclosures where period = '2025-08'`,
      /^disclosure of 2025-08, 1 months: it is missing$/,
    ],
    [
      'twelve months without theirs',
      `delete from disclosures where months = 12 and period = '2026-01'`,
      /^disclosure of 2026-01, 12 months: it is missing$/,
    ],
    [
      'a disclosure of another month',
      `update disclosures set content = (select content from disclosures where period = '2025-04')
       where period = '2025-05'`,
      /^disclosure of 2025-05, 1 months: its data: it is that of 2025-04$/,
    ],
    [
      'nothing where there are members enough',
      `update disclosures set content = null, csv = null, key_id = null where period = '2025-07'`,
      /^disclosure of 2025-07, 1 months: it has 0 groups, and there are 148 members$/,
    ],
  ]

  describe('once they are changed', () => {
    let found: string[]
    beforeAll(async () => {
      found = await namedAfter(network.core, [
        ...CHANGES.map(([, change]) => change),
        `update disclosures set content = jsonb_set(content::jsonb, '{disclosure,groups,0,numbers}',
           content::jsonb #> '{disclosure,groups,0,numbers}' || '${CHANGED_NUMBERS}')::text || chr(10)
         where period = '2025-12' and months = 12`,
        `update disclosures set content = jsonb_set(content::jsonb, '{disclosure}',
           content::jsonb -> 'disclosure' || '${CHANGED_SEAL}')::text || chr(10)
         where period = '2025-11'`,
      ])
    })

    test('DIS-002 verify names each changed number', () => {
      const sentences = sentencesOf(found, 'disclosure of 2025-12, 12 months, all: ')
      const named = NUMBERS.filter(([, called]) => {
        const sentence = new RegExp(`^${called} is 7(\\.50?)?, not `)
        return sentences.some((each) => sentence.test(each))
      })
      expect(named).toEqual(NUMBERS)
      expect(found).toContain('disclosure of 2025-12, 12 months: its data: part_changed groups/0')
    })

    test('DIS-002 verify names a changed share, seal, fact, instant and plan', () => {
      const sentences = sentencesOf(found, 'disclosure of 2025-11, 1 months: ')
      for (const sentence of [
        'the share of the highest 10 % is 7.5',
        'the seal is 00',
        'the last fact is 1',
        'the instant of the seal is 1',
        'the plan is 9',
      ]) {
        expect(sentences).toContainEqual(expect.stringMatching(`^${sentence}, not `))
      }
    })

    test.each(CHANGES)('DIS-002 verify names %s', (_name, _change, sentence) => {
      expect(found).toContainEqual(expect.stringMatching(sentence))
    })
  })

  test('DIS-007 the calls need no sign-in: list, disclosure, and both files as they are signed', async () => {
    const list = await service.call('GET', '/v1/disclosures')
    const { isTooSmall, disclosures: listed } = list.body.data
    expect(isTooSmall).toBe(false)
    expect(listed.slice(0, 3)).toEqual([
      { month: '2026-02', months: 12 },
      { month: '2026-02', months: 1 },
      { month: '2026-01', months: 12 },
    ])
    const keys = await readStatementKeys(network.core.database.read)
    const read = await service.call('GET', '/v1/disclosures/2026-02?months=12')
    const text = `${JSON.stringify(read.body.data)}\n`
    expect(await verifyDisclosure(Buffer.from(text), keys)).toEqual({
      isValid: true,
      findings: [],
      period: '2026-02',
      months: 12,
    })
    const fileAt = (url: string) => service.office.inject({ method: 'GET', url })
    const data = await fileAt('/v1/disclosures/2026-02/data?months=12')
    expect(data.payload).toBe(text)
    expect(data.headers).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="income-disclosure-2026-02-12.json"',
    })
    const table = await fileAt('/v1/disclosures/2026-02/table?months=12')
    expect(table.headers['content-type']).toBe('text/csv; charset=utf-8')
    const verdict = await verifyDisclosure(table.rawPayload, keys)
    expect(verdict).toMatchObject({ isValid: true, period: '2026-02', months: 12 })
    const members = read.body.data.disclosure.groups[0].numbers.members
    expect(table.payload).toContain(`\nall,,${members},`)
    const month = await service.call('GET', '/v1/disclosures/2026-02')
    expect(month.body.data.disclosure.months).toBe(1)
  })

  test('DIS-007 every changed byte of both files is found', async () => {
    const keys = await readStatementKeys(network.core.database.read)
    const [row] = await storedIn(network.core)
    for (const text of [row!.content!, row!.csv!]) {
      for (let at = 0; at < text.length; at += 7) {
        const bytes = Buffer.from(text)
        bytes[at]! ^= 1
        const { isValid } = await verifyDisclosure(bytes, keys)
        expect({ at, isValid }).toEqual({ at, isValid: false })
      }
    }
  })

  test.each([
    ['2024-12', 'not_found'],
    ['2026-02?months=2', 'validation_error'],
    ['2026-13', 'not_found'],
  ])('a disclosure of %s is refused: %s', async (which, code) => {
    const { body } = await service.call('GET', `/v1/disclosures/${which}`)
    expect(body.errors[0].code).toBe(code)
  })

  test('DIS-006 with the setting FALSE there is nothing to read, and no month gets one', async () => {
    await changeSettings(network.core, { disclosure: 'FALSE' })
    for (const url of ['/v1/disclosures', '/v1/disclosures/2026-02']) {
      expect((await service.call('GET', url)).body.errors[0].code).toBe('not_found')
    }
    for (const kind of ['data', 'table']) {
      const file = await service.call('GET', `/v1/disclosures/2026-02/${kind}`)
      expect(file.status).toBe(404)
    }
    await network.sell([14])
    expect((await titlesIn(network.core)).at(-1)).toBe('2026-02 12')
    const refused = await runOffice(network.core, ['disclosure', 'make', '2026-03'])
    expect([refused.exit, ...refused.notes]).toEqual([1, expect.stringContaining('FALSE')])
    await changeSettings(network.core, { disclosure: 'TRUE' })
  })

  test('DIS-001 a month sealed without one gets it by a command, which can be repeated', async () => {
    const made = await runOffice(network.core, ['disclosure', 'make', '2026-03'])
    expect(made.exit).toBe(0)
    expect(made.out).toMatch(/^period\s.*\n2026-03\s+1\s+148\s.*\n2026-03\s+12\s+150\s.*\n$/)
    const before = await storedIn(network.core)
    const again = await runOffice(network.core, ['disclosure', 'make', '2026-03'])
    expect(again.out).toBe(made.out)
    expect(await storedIn(network.core)).toEqual(before)
    expect(await namedAfter(network.core, [])).toEqual([])
    const open = await runOffice(network.core, ['disclosure', 'make', '2026-04'])
    expect([open.exit, ...open.notes]).toEqual([
      1,
      expect.stringContaining('2026-04 is not closed'),
    ])
  })

  test('made again from the facts, long after the seal, each disclosure has the same bytes', async () => {
    const before = await storedIn(network.core)
    await corrupt(network.core.database, [
      'delete from disclosures',
      'delete from disclosed_incomes',
      `delete from journal where place = 'disclosures'`,
    ])
    // From the newest on: the twelve months are made with their oldest one.
    for (const place of months(0, 14).toReversed()) {
      await runOffice(network.core, ['disclosure', 'make', soldMonth(place)])
    }
    expect(await storedIn(network.core)).toEqual(before)
  })
})

onBothDatabases('a disclosure and its seal', (newDatabase) => {
  test('DIS-001 are both stored or none', async () => {
    const network = await DisclosedNetwork.open(await newDatabase(), { partners: 20 })
    const { core } = network
    await network.sell([0], { closes: false })
    const fails = (place: string) => `
      create function fail() returns trigger language plpgsql as 'begin raise exception ''no room''; end';
      create trigger fails before insert on ${place} for each row execute function fail()`
    const stored = async () => {
      const { rows } = await sql<object>`
        select (select count(*) from period_seals) as seals, (select count(*) from disclosures) as disclosures,
          (select count(*) from disclosed_incomes) as incomes`.execute(core.database.read)
      return rows[0]
    }
    for (const place of ['disclosures', 'disclosed_incomes', 'period_seals']) {
      await core.database.asOwner((tx) => sql.raw(fails(place).split(';\n')[0]!).execute(tx))
      await core.database.asOwner((tx) =>
        sql
          .raw(
            `create trigger fails before insert on ${place} for each row execute function fail()`,
          )
          .execute(tx),
      )
      await expect(closePeriod(core, soldMonth(0))).rejects.toThrow('no room')
      expect(await stored()).toEqual({ seals: 0, disclosures: 0, incomes: 0 })
      await core.database.asOwner((tx) => sql.raw('drop function fail cascade').execute(tx))
    }
    await closePeriod(core, soldMonth(0))
    expect(await stored()).toEqual({ seals: 1, disclosures: 1, incomes: 1 })
    expect((await verifyAll(core)).differences).toEqual([])
  })
})

onPostgres('disclosures of random networks', (newDatabase) => {
  test('a network of nine members has none, and one of ten has', async () => {
    const network = await DisclosedNetwork.open(await newDatabase(), { partners: 10 })
    const { core } = network
    await network.sell([0, 1, 2])
    const rows = await storedIn(core)
    const members = rows.map(({ content }) =>
      content === null ? null : signedIn(content).disclosure.groups[0]!.numbers.members,
    )
    expect(members).toEqual([null, null, 10])
    const service = await PartnersService.around(core, network.clock)
    const { body } = await service.call('GET', '/v1/disclosures')
    expect(body.data).toEqual({ isTooSmall: false, disclosures: [{ month: '2025-03', months: 1 }] })
    await network.erase(10, 3)
    await network.sell([3])
    const small = await service.call('GET', '/v1/disclosures')
    expect(small.body.data.isTooSmall).toBe(true)
    expect((await verifyAll(core)).differences).toEqual([])
  })

  test('DIS-002 of months closed in another order, by country: verify finds no difference', async () => {
    const network = await DisclosedNetwork.open(await newDatabase(), { partners: 110, seed: 5 })
    await changeSettings(network.core, { disclosureByCountry: 'TRUE' })
    await network.sell([0, 1, 2, 3, 4])
    await network.erase(12, 5)
    // The eighth month is closed before the seventh, and orders of closed months come late.
    await network.sell([6], { closes: false })
    await network.sell([5, 7])
    await closePeriod(network.core, soldMonth(6))
    await network.sell(months(8, 11))
    expect(await titlesIn(network.core)).toHaveLength(13)
    expect((await verifyAll(network.core)).differences).toEqual([])
  })

  test('DIS-008 countries of 100 members or more have their own part, the others are joined', async () => {
    const network = await DisclosedNetwork.open(await newDatabase(), { partners: 330, seed: 9 })
    await changeSettings(network.core, { disclosureByCountry: 'TRUE' })
    await network.sell([0, 1, 2, 3])
    const { groups } = await disclosureOf(network.core, 3)
    const { rows } = await sql<{ countryId: string; members: number }>`
      select country_id, count(*)::int as members from partners group by 1 order by 2 desc`.execute(
      network.core.database.read,
    )
    const shown = groups.filter(({ of }) => of === 'country' || of === 'otherCountries')
    const alone = rows.filter(({ members }) => members >= 100)
    const others = rows.filter(({ members }) => members < 100)
    expect(alone.length).toBeGreaterThan(0)
    expect(shown.map(({ names, numbers }) => [names.join(), numbers.members])).toEqual([
      ...alone.map(({ countryId, members }) => [countryId, members]),
      ['', others.reduce((sum, { members }) => sum + members, 0)],
    ])
    await changeSettings(network.core, { disclosureByCountry: 'FALSE' })
    await network.sell([4])
    const without = await disclosureOf(network.core, 4)
    expect(without.groups.some(({ of }) => of === 'country')).toBe(false)
    expect((await verifyAll(network.core)).differences).toEqual([])
  })

  test('DIS-009 incomes are read while the records are hashed, and stored by the transaction that seals', async () => {
    const network = await DisclosedNetwork.open(await newDatabase(), { partners: 40 })
    const { core } = network
    const { database } = core
    await network.sell([0], { closes: false })
    let begun = 0
    let isStored = false
    const isBeside = Promise.withResolvers<void>()
    // The first one reads the facts. The next two, of the records and of the incomes, go on once both have begun.
    const snapshot: typeof database.snapshot = (work) =>
      database.snapshot(async (tx) => {
        begun += 1
        if (begun === 3) isBeside.resolve()
        if (begun > 1) await isBeside.promise
        return work(tx)
      })
    const stored = async (db: typeof database.read) => {
      const { rows } = await sql<object>`select (select count(*) from period_seals) as seals,
        (select count(*) from disclosures) as disclosures`.execute(db)
      return rows[0]
    }
    const transaction: typeof database.transaction = (work, use) =>
      database.transaction(async (tx) => {
        const before = await stored(tx)
        const answer = await work(tx)
        const after = await stored(tx)
        isStored ||= isDeepStrictEqual([before, after], [NONE, BOTH])
        return answer
      }, use)
    await closePeriod({ ...core, database: { ...database, snapshot, transaction } }, soldMonth(0))
    expect(isStored).toBe(true)
    expect(await stored(database.read)).toEqual(BOTH)
  })

  test('a key that is changed while a month is sealed signs its disclosure', async () => {
    const network = await DisclosedNetwork.open(await newDatabase(), { partners: 40 })
    const { core } = network
    await network.sell([0])
    await network.sell([1], { closes: false })
    const read = core.secret
    let isRotating = false
    const secret: Core['secret'] = async (name) => {
      const found = await read(name)
      if (!isRotating) {
        isRotating = true
        network.clock.now += 1
        await rotateKey(core)
        network.clock.now += 1
      }
      return found
    }
    await closePeriod({ ...core, secret }, soldMonth(1))
    const keys = await readStatementKeys(core.database.read)
    expect(keys).toHaveLength(2)
    const last = (await storedIn(core)).at(-1)!
    expect(last.keyId).toBe(keys[1]!.id)
    const verdict = await verifyDisclosure(Buffer.from(last.content!), keys)
    expect(verdict).toMatchObject({ isValid: true, period: soldMonth(1) })
  })
})

describe('the program', () => {
  test('says of no file that it is a disclosure', async () => {
    for (const text of ['', '{', '{"disclosure":1}', 'format,partner-office-disclosure-csv/1\n']) {
      expect((await verifyDisclosure(Buffer.from(text), [])).isValid).toBe(false)
    }
  })
})
