// Every check of a close: just below its threshold, and at it.
import type { CheckName, ProgrammeSum, CloseCheck } from '@partner-office/contracts'
import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { withdrawDispute } from '../business/disputes/change-dispute.ts'
import { writeEntries } from '../business/audit/audit-log.ts'
import { readClosings } from '../business/months/closing.ts'
import { readEarned, readProgrammes } from '../business/months/programme-sums.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { setRates } from '../business/rates/set-rates.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { loadPlan } from '../business/settings/load-plan.ts'
import { CloseDesk } from '../testing/close-desk.ts'
import { AFTER_NEXT_MONTH, MONTH, NEXT_MONTH } from '../testing/closing-network.ts'
import { onBothDatabases, onPostgres } from '../testing/databases.ts'
import { recordOrder } from '../testing/record-order.ts'
import { storeDispute } from '../testing/store-dispute.ts'
import { ACKNOWLEDGE } from './integrity/acknowledge.ts'
import { type Amounts, findFactor } from './months/checks-of-amounts.ts'
import { findTotals } from './months/checks-that-warn.ts'
import type { Ground } from './months/ground.ts'
import { findUnknownDifference } from './today/condition-of-verify.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MONTH_END = Date.UTC(2026, 3, 1)

let nextOrder = 1_000
const order = async ({ core }: CloseDesk, paidAt: number, partnerId = 7, cents = 100_000) => {
  const orderId = (nextOrder += 1)
  await recordOrder(core, { orderId, partnerId, paidAt, cents })
  return orderId
}

/** What brings a check about; `below` just does not. */
type Cause = {
  readonly name: CheckName
  readonly below: (at: CloseDesk) => Promise<unknown>
  readonly above: (at: CloseDesk) => Promise<unknown>
  readonly state: 'warn' | 'stop'
  readonly line?: object
  /** It needs a network of its own: other checks would see its orders, rates or plans. */
  readonly changesFacts?: true
}

const set = (name: string, value: number) => (at: CloseDesk) =>
  changeSettings(at.core, { [`closeCheck.${name}`]: String(value) })

const asOwner =
  (...texts: readonly string[]) =>
  (at: CloseDesk) =>
    at.core.database.asOwner(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const text of texts) await sql.raw(text).execute(tx)
    })

const verified =
  (found: number, age: number, listed: readonly string[] = []) =>
  (at: CloseDesk) =>
    asOwner(
      "delete from console.jobs where kind = 'verify'",
      `insert into console.jobs (kind, state, started_at, ended_at, by_id, process_id, process_name, result)
    select 'verify', 'DONE', 0, ${at.clock.now - age}, min(id), gen_random_uuid(), 'other',
      '{"checks": 1, "found": ${found}, "differences": ${JSON.stringify(listed)}}' from console.operators`,
    )(at)

/** A verification has listed two differences, of which the second one is acknowledged, and the first one where it says so. */
const acknowledged = (first: string | null, second: string) => async (at: CloseDesk) => {
  const known = [first, second].filter((each) => each !== null)
  await at.core.database.transaction((tx) =>
    writeEntries(
      tx,
      at.clock.now,
      known.map((difference) => ({
        actor: 'ada@example.com',
        command: ACKNOWLEDGE,
        details: () => ({ difference }),
      })),
    ),
  )
  await verified(2, 0, [first ?? 'an unknown difference', second])(at)
}

/** This process says of itself what a test wants. */
const process = (changes: string) => (at: CloseDesk) =>
  asOwner(
    'delete from console.processes',
    `insert into console.processes select '${at.core.process.id}', 'app1', '1', now.ms, now.ms, 1, 0, 0, 0, null, 0, null, true, null
    from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms) now`,
    `update console.processes set ${changes}`,
  )(at)

/** A backup ended this long ago. */
const backedUp = (age: number) => (at: CloseDesk) =>
  at.core.database.transaction((tx) =>
    writeEntries(tx, at.clock.now - age, [
      { actor: 'cron', command: 'backup', details: () => ({}) },
    ]),
  )

const rated = (age: number) => (at: CloseDesk) =>
  asOwner(`update rates set set_at = ${at.clock.now - age}`, 'delete from rate_confirmations')(at)

const minuteLater = async ({ clock }: CloseDesk) => void (clock.now += 60_000)

/** The room that a close needs is this much for each record. Units: bytes. */
const A_RECORD = 4_096
const freeDisk = (missing: number) => async (at: CloseDesk) => {
  const { records } = (await at.dryRun(MONTH)).dryRun
  await process(`free_disk = ${records * A_RECORD - missing}`)(at)
}

const balance = (units: number) =>
  asOwner(`update accounts set balance = ${units} where partner_id = 2 and currency = 'UPT'`)

const plan = (validFrom: number) => (at: CloseDesk) =>
  loadPlan(at.core, { ...DEFAULT_PLAN_DOCUMENT, validFrom })

/** The checks that need no earlier month. */
const CAUSES: readonly Cause[] = [
  {
    name: 'verify',
    state: 'stop',
    below: acknowledged('a sum is wrong', 'a row is missing'),
    above: acknowledged(null, 'a row is missing'),
    line: { kind: 'job' },
  },
  {
    name: 'figures',
    state: 'stop',
    below: process('drift = 0'),
    above: process('drift = 1'),
    line: { kind: 'process' },
  },
  {
    name: 'clock',
    state: 'stop',
    below: process("clock_problem = 'apart', clock_difference = 5000"),
    above: process("clock_problem = 'apart', clock_difference = 5001"),
    line: { kind: 'process' },
  },
  {
    name: 'disk',
    state: 'stop',
    below: freeDisk(0),
    above: freeDisk(1),
    line: { kind: 'process', object: 'app1' },
  },
  {
    name: 'rates',
    state: 'stop',
    below: async () => {},
    above: asOwner("delete from rates where to_currency = 'BSP'"),
    changesFacts: true,
    line: {
      kind: 'rate',
      object: 'EUR/BSP',
      values: { partnerId: '1', type: 'BSP', orderId: '0' },
    },
  },
  {
    name: 'slowOrders',
    state: 'warn',
    // One of 13 orders is recorded within 48 hours of its payment, and 12 of 13 are 92.3 %.
    below: async (at) => {
      at.clock.now = MONTH_END + DAY
      await order(at, MONTH_END - DAY)
      at.clock.now = MONTH_END + 2 * DAY
      await at.signIn()
      await set('slowOrders', 93)(at)
    },
    above: set('slowOrders', 92),
    changesFacts: true,
    line: { kind: 'order' },
  },
  { name: 'backup', state: 'warn', below: backedUp(DAY), above: minuteLater },
  { name: 'verifyAge', state: 'warn', below: verified(0, DAY), above: minuteLater },
  {
    name: 'negative',
    state: 'warn',
    below: balance(0),
    above: balance(-1),
    line: { kind: 'partner', object: '2' },
  },
  {
    name: 'rateAge',
    state: 'warn',
    below: rated(72 * HOUR),
    above: minuteLater,
    line: { kind: 'rate', object: 'EUR/UPT' },
  },
  {
    name: 'plan',
    state: 'warn',
    below: plan(MONTH_END),
    above: plan(MONTH_END - 1),
    changesFacts: true,
    line: { kind: 'plan', object: '3', values: { validFrom: String(MONTH_END - 1) } },
  },
]

onBothDatabases('the checks of a close', (newDatabase, kind) => {
  // The texts of their queries are the same on both.
  const causes = kind === 'embedded' ? CAUSES.filter(({ name }) => name === 'rates') : CAUSES
  const open = async () => {
    const at = await CloseDesk.open(await newDatabase(), { hasThreads: false })
    await asOwner('update rates set set_at = 0')(at)
    return at
  }
  let shared: CloseDesk
  beforeAll(async () => {
    if (causes.some(({ changesFacts }) => !changesFacts)) shared = await open()
  })

  test.each(causes)(
    'MON-005 MON-007 $name passes below its threshold and finds what is above it',
    async ({ name, state, below, above, line, changesFacts = false }) => {
      const at = changesFacts ? await open() : shared
      await below(at)
      expect(await at.check(MONTH, name)).toMatchObject({ state: 'pass' })
      await above(at)
      const { dryRun } = await at.dryRun(MONTH)
      const check = dryRun.checks.find((each) => each.name === name)!
      expect(check.state).toBe(state)
      if (line !== undefined) expect(check.lines).toContainEqual(expect.objectContaining(line))
      expect((await at.propose(MONTH, dryRun.jobId)).body.errors[0]).toMatchObject({
        code: 'checks_open',
        errors: expect.arrayContaining([name]),
      })
      const accepted = await at.accept(MONTH, check)
      if (state === 'stop') expect(accepted.code).toBe('checks_open')
      else expect(accepted.data.accepted.by).toBe('fin@example.com')
    },
  )
})

onPostgres('what stops a close', (newDatabase) => {
  test('D-160 a difference that is found and not listed cannot be known, and stops a close', async () => {
    const at = await CloseDesk.open(await newDatabase(), { hasThreads: false })
    await acknowledged('a sum is wrong', 'a row is missing')(at)
    expect(await findUnknownDifference(at.core)).toEqual([])
    await verified(3, 0, ['a sum is wrong', 'a row is missing'])(at)
    expect(await findUnknownDifference(at.core)).toMatchObject([{ parameters: { found: 3 } }])
  })

  test('MON-007 a month that is not over and an import that is not finished stop a close', async () => {
    const at = await CloseDesk.open(await newDatabase(), { hasThreads: false })
    await at.dryRun(NEXT_MONTH)
    const { dryRun } = await at.period(NEXT_MONTH)
    expect(dryRun!.checks[0]).toMatchObject({ name: 'over', state: 'stop' })
    const open = await at.propose(NEXT_MONTH, dryRun!.jobId)
    expect(open.body.errors[0].errors).toContain('over')
    const dry = await at.ready(MONTH)
    const { data } = await at.propose(MONTH, dry)
    await asOwner('insert into accepted_import values (true, 1, 5, 2, 0, 0)')(at)
    const refused = await at.approve(data)
    expect(refused.body.errors[0]).toMatchObject({ code: 'checks_open', errors: ['import'] })
    await asOwner('truncate accepted_import')(at)
    expect((await at.approve(data)).data.state).toBe('DONE')
  })
})

onPostgres('the checks beside earlier months', (newDatabase) => {
  let at: CloseDesk
  beforeAll(async () => {
    at = await CloseDesk.open(await newDatabase(), { hasThreads: false })
    await at.close(MONTH)
    at.clock.now = MONTH_END + 2 * DAY
    for (const partnerId of [1, 2, 3, 4, 5, 6, 7]) await order(at, MONTH_END, partnerId, 6_000)
    const bought = [
      [2, 90_000_000],
      [3, 80_000_000],
      [4, 45_000_000],
      [5, 2_000_000],
      [6, 2_100_000],
      [7, 4_000_000],
    ] as const
    for (const [partnerId, cents] of bought) await order(at, MONTH_END + DAY, partnerId, cents)
    at.clock.now = AFTER_NEXT_MONTH
  })
  beforeEach(() => at.signIn())

  const named = ({ lines }: CloseCheck) => lines.map(({ object }) => object)

  const between = async (name: CheckName, passes: number, warns: number) => {
    await set(name, passes)(at)
    const passed = await at.check(NEXT_MONTH, name)
    await set(name, warns)(at)
    const warned = await at.check(NEXT_MONTH, name)
    expect(warned.state).toBe('warn')
    expect(passed.threshold).toBe(String(passes))
    return { passed, warned }
  }

  test('MON-003 MON-005 totals names the programmes that are further from the mean than the threshold', async () => {
    await set('totals', 0)(at)
    const { lines } = await at.check(NEXT_MONTH, 'totals')
    const { object, values } = lines.find(({ values: { percent } }) => /\.[1-9]$/.test(percent!))!
    const { programmes } = await at.period(NEXT_MONTH)
    const own = programmes.filter(({ type }) => type === object)
    if (own.length === 1) expect(values['percent']).toBe(own[0]!.percent)
    const percent = Math.abs(Number(values['percent']))
    const { passed, warned } = await between('totals', Math.ceil(percent), Math.floor(percent))
    expect(named(passed)).not.toContain(object)
    expect(named(warned)).toContain(object)
  })

  test('MON-003 what all programmes credit together is the sum of their lines in EUR', async () => {
    const { programmes, before, together } = await at.period(NEXT_MONTH)
    const sumOf = (sums: readonly (ProgrammeSum | null)[]) => {
      const cents = sums.flatMap((sum) => (sum?.eur ? [BigInt(sum.eur.replace('.', ''))] : []))
      return cents.reduce((all, each) => all + each, 0n)
    }
    const centsOf = (eur: string) => BigInt(eur.replace('.', ''))
    expect(before).toEqual([MONTH])
    expect(programmes.some(({ now }) => now !== null && now.eur === null)).toBe(true)
    expect(centsOf(together.now)).toBe(sumOf(programmes.map(({ now }) => now)))
    expect(together.before.map(centsOf)).toEqual([sumOf(programmes.map((each) => each.before[0]!))])
    const [now, then] = [together.now, together.before[0]!].map(Number)
    expect(Number(together.percent)).toBeCloseTo((now! / then! - 1) * 100, 1)
  })

  test('MON-005 newTop names who was below the place in the month before', async () => {
    const { rows } = await sql<{ partnerId: number }>`
      select partner_id from bonus_records where period = ${MONTH} and currency <> 'WIN' group by partner_id
      order by sum(amount / (case when currency in ('UPT', 'UCN') then 1e8 else 1e6 end) / coalesce(rate, 1)) desc`.execute(
      at.core.database.read,
    )
    const places = rows.map(({ partnerId }) => String(partnerId))
    await set('newTop', 1)(at)
    const below = named(await at.check(NEXT_MONTH, 'newTop'))
    expect(below).not.toContain(places[0])
    const place = places.findIndex((id) => below.includes(id))
    expect(place).toBeGreaterThan(0)
    const { passed, warned } = await between('newTop', place + 1, place)
    expect(named(passed)).not.toContain(places[place])
    expect(named(warned)).toContain(places[place])
  })

  test('MON-005 factor names who gets more than the factor of the own mean', async () => {
    await set('factor', 1)(at)
    const [first] = (await at.check(NEXT_MONTH, 'factor')).lines
    const { eur, mean } = first!.values
    expect(Number(eur)).toBeGreaterThanOrEqual(1_000)
    const factor = Math.floor(Number(eur) / Number(mean))
    expect(factor).toBeGreaterThanOrEqual(1)
    const { passed, warned } = await between('factor', factor + 1, factor)
    expect(named(passed)).not.toContain(first!.object)
    expect(named(warned)).toContain(first!.object)
  })

  test('MON-005 rateJump names a rate that is further from that of the last close than the threshold', async () => {
    const rate = (value: string) =>
      setRates(at.core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: value }])
    await rate('2.4')
    expect(await at.check(NEXT_MONTH, 'rateJump')).toMatchObject({ state: 'pass', threshold: '20' })
    await rate('2.41')
    const jumped = await at.check(NEXT_MONTH, 'rateJump')
    expect(jumped).toMatchObject({ state: 'warn' })
    expect(jumped.lines).toEqual([
      { kind: 'rate', object: 'EUR/UPT', values: { last: '2', rate: '2.41' } },
    ])
  })

  test('MON-005 late counts orders of closed months from the threshold on', async () => {
    await order(at, MONTH_END - DAY)
    const { passed, warned } = await between('late', 2, 1)
    expect(passed.state).toBe('pass')
    expect(warned.numbers).toEqual({ orders: '1', eur: '1000.00', months: MONTH })
  })

  test('MON-005 disputes names open disputes about orders, programmes and ranks of the month, from the threshold on', async () => {
    const { core } = at
    expect((await at.check(NEXT_MONTH, 'disputes')).state).toBe('pass')
    const [inMonth, before] = [await order(at, MONTH_END, 2), await order(at, MONTH_END - 1, 2)]
    const about = async (changes: string) => {
      const id = await storeDispute(core, 1, (nextOrder += 1))
      await asOwner(`update console.disputes set ${changes} where id = ${id}`)(at)
      return id
    }
    const ids = [
      await about(`kind = 'order', order_id = ${inMonth}`),
      await about(`kind = 'programme', month = '${NEXT_MONTH}'`),
    ]
    await about(`kind = 'order', order_id = ${before}`)
    await about(`kind = 'programme', month = '${MONTH}'`)
    const ended = await about(`kind = 'order', order_id = ${inMonth}`)
    await withdrawDispute(core, { id: ended, partnerId: 1, text: '' })
    const { passed, warned } = await between('disputes', 3, 2)
    expect(passed.state).toBe('pass')
    expect(warned.lines).toEqual([
      { kind: 'dispute', object: String(ids[0]), values: { partnerId: '1', kind: 'order' } },
      { kind: 'dispute', object: String(ids[1]), values: { partnerId: '1', kind: 'programme' } },
    ])
    const { rows } = await sql<{ partnerId: number; rankId: number; reachedAt: number }>`
      select partner_id, rank_id, reached_at from rank_reaches where ladder = 'ordinary' order by reached_at`.execute(
      core.database.read,
    )
    const reached = rows.find(({ reachedAt }) => reachedAt >= MONTH_END)!
    const earlier = rows.find(({ reachedAt }) => reachedAt < MONTH_END)!
    const rank = await storeDispute(core, reached.partnerId, reached.rankId)
    const old = await storeDispute(core, earlier.partnerId, earlier.rankId)
    const all = named(await at.check(NEXT_MONTH, 'disputes'))
    expect(all).toContain(String(rank))
    expect(all).not.toContain(String(old))
  })

  test('MON-005 blocked names blocked partners with credits', async () => {
    expect((await at.check(NEXT_MONTH, 'blocked')).state).toBe('pass')
    await blockPartner(at.core, 1, true, 'for a test')
    const { passed, warned } = await between('blocked', 2, 1)
    expect(passed.state).toBe('pass')
    expect(warned.lines).toEqual([expect.objectContaining({ kind: 'partner', object: '1' })])
  })
})

onPostgres('the edges of checks', (newDatabase) => {
  let at: CloseDesk
  beforeAll(async () => {
    at = await CloseDesk.open(await newDatabase(), { hasThreads: false })
    await at.close(MONTH)
    at.clock.now = AFTER_NEXT_MONTH
  })

  /** What a check looks at beside the month that was closed; `eur` for each of its sums. */
  const groundOf = async (changes: Partial<Ground>): Promise<Ground> => {
    const { read } = at.core.database
    const closing = (await readClosings(read)).find(({ period }) => period === MONTH)!
    const totals = await readProgrammes(read, closing)
    return { core: at.core, before: [{ closing, totals }], ...changes } as Ground
  }

  test('MON-005 totals: exactly the threshold passes, a hundred-millionth more warns', async () => {
    await set('totals', 25)(at)
    const { before } = await groundOf({})
    const [first] = before[0]!.totals.filter(({ eur }) => eur !== null && eur > 0n)
    const total = (eur: bigint): Partial<Ground> => ({
      totals: [{ ...first!, eur }],
      before: [{ ...before[0]!, totals: [{ ...first!, eur: 100_000_000n }] }],
    })
    expect((await findTotals(await groundOf(total(125_000_000n)))).isFound).toBe(false)
    expect((await findTotals(await groundOf(total(125_000_001n)))).isFound).toBe(true)
    expect((await findTotals(await groundOf(total(75_000_000n)))).isFound).toBe(false)
    expect((await findTotals(await groundOf(total(74_999_999n)))).isFound).toBe(true)
  })

  test('MON-005 factor: exactly three times the own mean passes, more warns, and so does 1,000 EUR but not less', async () => {
    await set('factor', 3)(at)
    const { read } = at.core.database
    const { before } = await groundOf({})
    const known = await readEarned(read, before[0]!.closing, [1, 2, 3, 4, 5, 6, 7])
    const [id, mean] = [...known].find(([, eur]) => eur * 3n > 1_000n * 10n ** 8n)!
    const month = (partnerId: number) =>
      ({ basis: { facts: { partners: { ids: [partnerId] } } } }) as unknown as Amounts['month']
    const found = async (partnerId: number, eur: bigint) => {
      const earned = BigInt64Array.from([eur])
      const partnerIds = [partnerId]
      const amounts = { db: read, before, month: month(partnerId), partnerIds, earned }
      return (await findFactor(amounts)).isFound
    }
    expect(await found(id, mean * 3n)).toBe(false)
    expect(await found(id, mean * 3n + 1n)).toBe(true)
    // Nobody of this number earned anything before.
    const least = 1_000n * 10n ** 8n
    expect(await found(999_999, least)).toBe(true)
    expect(await found(999_999, least - 1n)).toBe(false)
  })

  test('MON-005 slowOrders: the share itself warns, one percent more does not; 48 hours are not slow', async () => {
    const inMonth = MONTH_END + DAY
    const recorded = async (after: number) => {
      at.clock.now = inMonth + after
      await order(at, inMonth)
    }
    // Two of five are slow: 40 %.
    for (const after of [0, 1, 48 * HOUR, 48 * HOUR + 1, 50 * HOUR]) await recorded(after)
    at.clock.now = AFTER_NEXT_MONTH
    await at.signIn()
    await set('slowOrders', 41)(at)
    expect((await at.check(NEXT_MONTH, 'slowOrders')).state).toBe('pass')
    await set('slowOrders', 40)(at)
    expect(await at.check(NEXT_MONTH, 'slowOrders')).toMatchObject({
      state: 'warn',
      numbers: { slow: '2', orders: '5' },
    })
  })
})
