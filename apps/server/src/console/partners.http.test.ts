// What the console finds of partners, compared with a computation in SQL and with what was written.
import type { ListedPartner } from '@partner-office/contracts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { importOrders } from '../business/orders/import/import-orders.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { exactQuery } from '../business/partners/search/partner-sources.ts'
import { asUpload, openTestCore, TEST_NOW } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { ordersText, PARTNER_HEADER } from '../testing/network-files.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { postTransfer } from '../testing/post-transfers.ts'
import { setVerification } from '../testing/verify-account.ts'

const DAY_MS = 86_400_000

/** Given name, family name, country and what differs of the e-mail. */
const PEOPLE: readonly (readonly [string, string, string])[] = [
  ['Zoë', 'Müller', 'DE'],
  ['Αλέξανδρος', 'Παπαδόπουλος', 'GR'],
  ['Владимир', 'Соколов', 'KZ'],
  ['小明', '王', 'CN'],
  ['محمد', 'الأحمد', 'AE'],
  ['Lena', 'Vogel', 'AT'],
]
/** Partner `n` of the crowd is `n` above 100. */
const CROWD = 70

const partnersFile = () => {
  const line = (id: number, [first, last, country]: readonly [string, string, string]) =>
    `${id},${id < 3 ? '' : 1 + (id % 2)},mail${id}@example.com,${first},${last},2024-01-${String(1 + (id % 9)).padStart(2, '0')}T00:00:00Z,${country}`
  const crowd = Array.from({ length: CROWD }, (_, at) =>
    line(101 + at, ['Karl', 'Crowd', at % 2 === 0 ? 'DE' : 'PL']),
  )
  return [PARTNER_HEADER, ...PEOPLE.map((one, at) => line(at + 1, one)), ...crowd].join('\n')
}

onPostgres('partners of the console', (newDatabase) => {
  let desk: OperatorsDesk
  let viewer: Browser
  beforeAll(async () => {
    const database = await newDatabase()
    const clock = { now: TEST_NOW }
    const core = await openTestCore(database, { clock })
    await importPartners(core, asUpload(`${partnersFile()}\n`))
    const orders = ordersText([
      [4_711, 3, TEST_NOW - 2 * DAY_MS, '60'],
      [4_712, 4, TEST_NOW - 90 * DAY_MS, '100000'],
      [4_713, 105, TEST_NOW - DAY_MS, '60'],
    ])
    await importOrders(core, asUpload(orders))
    await blockPartner(core, 110, true, 'asks')
    await blockPartner(core, 111, true, 'asks')
    await blockPartner(core, 111, false, 'is over')
    await core.database.transaction(async (tx) => {
      for (const id of [2, 112]) await setVerification(core, tx, id, 'APPROVED')
      await setVerification(core, tx, 113, 'PENDING')
      await sql`insert into hidden_partners values (5, 'asks', ${TEST_NOW})`.execute(tx)
      await sql`
        insert into external_ids (kind, source, external, number)
        values ('partner', 'shop', 'shop-P7', 5), ('order', 'shop', 'shop-O9', 4712)`.execute(tx)
      await sql`
        insert into wallets values (6, 'MAIN', '0xABCdef0123', ${TEST_NOW}, true)`.execute(tx)
      await sql`
        insert into payouts (partner_id, payout_from, payout_to, currency, address, amount, fee, receive, risks, status,
          tx_id, requested_at, created_at, taken_at, ended_at)
        values (3, 'UCHAIN_UCN_BONUS', 'UCN_XRC10_WHITE', 'UCN', 'ucn1Payout', 100, 1, 99, '{}', 'SUCCESS', '0xTransaction',
          1, 1, 1, 1)`.execute(tx)
    })
    const posted = {
      account: 'UCHAIN_UPT_BONUS',
      counter: 'bonus_expense',
      currency: 'UPT',
      amount: '5',
    }
    const moved = { ...posted, kind: 'OPENING', reference: 'test', createdAt: TEST_NOW }
    await core.database.transaction(async (tx) => {
      await postTransfer(tx, { ...moved, key: 'up', partnerId: 114, toPartner: true })
      await postTransfer(tx, { ...moved, key: 'down', partnerId: 115, toPartner: false })
    })
    desk = await OperatorsDesk.open(database, { clock })
    viewer = await desk.operator('vi@example.com', 'viewer')
  })
  beforeEach(async () => {
    viewer = await desk.signIn(viewer)
  })

  const call = (query: Record<string, string>) =>
    desk.as(viewer, 'GET', `partners?${new URLSearchParams(query)}`)
  const list = async (query: Record<string, string>): Promise<ListedPartner[]> =>
    (await call(query)).data.content
  const idsOf = (partners: readonly ListedPartner[]) => partners.map(({ id }) => id)
  const all = async (query: Record<string, string>): Promise<ListedPartner[]> => {
    const found: ListedPartner[] = []
    for (let cursor: string | undefined, pages = 0; pages < 9; pages += 1) {
      const { data } = await call({ ...query, ...(cursor !== undefined && { cursor }) })
      found.push(...data.content)
      cursor = data.next
      if (cursor === undefined) break
    }
    return found
  }

  test.each([
    ['ülle', 1, 'NAME'],
    ['muller ZOE', 1, 'NAME'],
    ['παπα', 2, 'NAME'],
    ['соколов', 3, 'NAME'],
    ['王小', 4, 'NAME'],
    ['小明', 4, 'NAME'],
    ['الاحمد', 5, 'NAME'],
    ['mail6@', 6, 'EMAIL'],
    ['MAIL6@EXAMPLE.COM', 6, 'EMAIL'],
    ['4711', 3, 'ORDER'],
    ['4,711', 3, 'ORDER'],
    ['0xabcDEF0123', 6, 'ADDRESS'],
    ['ucn1payout', 3, 'ADDRESS'],
    ['0xTransaction', 3, 'TRANSACTION'],
    ['6', 6, 'ID'],
    ['shop-P7', 5, 'EXTERNAL'],
    ['shop-O9', 4, 'EXTERNAL'],
  ])('PTR-001 %s finds partner %i by %s', async (search, id, matched) => {
    expect((await list({ search })).map((one) => [one.id, one.matched])).toEqual([[id, [matched]]])
  })

  test('PTR-001 PTR-002 everything that is one partner’s alone is looked up in an index', async () => {
    const { read } = desk.core.database
    const plan = await read.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return sql<Record<string, string>>`explain ${exactQuery('shop-P7')}`.execute(tx)
    })
    const lines = plan.rows.map((row) => Object.values(row)[0]!)
    const used = lines.flatMap((line) => /(?:using|Index Scan on) (\w+)/.exec(line)?.[1] ?? [])
    expect(used.toSorted()).toEqual([
      'external_ids_external',
      'external_ids_external',
      'orders_pkey',
      'orders_pkey',
      expect.stringMatching(/^partners_(pkey|id_depth_key)$/),
      'partners_invite_code_any_case',
      'payouts_lower_address',
      'payouts_tx',
      'wallets_lower_address',
    ])
    expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([])
  })

  test('PTR-001 an invite code finds its owner, in any case of letters', async () => {
    const { inviteCode } = await desk.core.database.read
      .selectFrom('partners')
      .select('inviteCode')
      .where('id', '=', 4)
      .executeTakeFirstOrThrow()
    const [found, ...others] = await list({ search: inviteCode.toLowerCase() })
    expect([found?.id, found?.matched, others]).toEqual([4, ['INVITE'], []])
  })

  test.each(['ma', '王', '0xabc', '47111', 'no such name', "'", '%%%'])(
    'PTR-001 %s finds nobody',
    async (search) => {
      expect(await list({ search })).toEqual([])
    },
  )

  test('PTR-001 who is found twice is listed once with both, over all pages: by e-mail first, then by name', async () => {
    await sql`update partners set email = 'crowd@example.com' where id = 120`.execute(
      desk.core.database.read,
    )
    const found = await all({ search: 'crowd' })
    expect(found[0]).toMatchObject({ id: 120, matched: ['EMAIL', 'NAME'] })
    expect(found).toHaveLength(CROWD)
    expect(new Set(idsOf(found)).size).toBe(CROWD)
    const byMail = await all({ search: 'mail' })
    expect(byMail).toHaveLength(PEOPLE.length + CROWD - 1)
    expect(new Set(idsOf(byMail)).size).toBe(PEOPLE.length + CROWD - 1)
  })

  test.each<[Record<string, string>, string]>([
    [{}, 'true'],
    [{ country: 'PL' }, `country_id = 'PL'`],
    [{ isRoot: 'true' }, 'sponsor_id is null'],
    [{ isRoot: 'false', country: 'DE' }, `sponsor_id is not null and country_id = 'DE'`],
    [{ isBlocked: 'true' }, 'id = 110'],
    [{ isBlocked: 'false' }, 'id <> 110'],
    [{ isHidden: 'true' }, 'id = 5'],
    [{ isHidden: 'false' }, 'id <> 5'],
    [{ isVerified: 'true' }, 'id in (2, 112)'],
    [{ isVerified: 'false', country: 'PL' }, `id <> 112 and country_id = 'PL'`],
    [{ isActive: 'true' }, 'id in (3, 105)'],
    [{ isActive: 'false' }, 'id not in (3, 105)'],
    [{ isActive: 'true', country: 'KZ' }, 'id = 3'],
    [
      { balance: 'POSITIVE' },
      `exists (select from accounts a where a.partner_id = p.id and balance > 0)`,
    ],
    [
      { balance: 'ZERO' },
      `not exists (select from accounts a where a.partner_id = p.id and balance <> 0)`,
    ],
    [{ balance: 'NEGATIVE' }, 'id = 115'],
    [
      { registeredFrom: '2024-01-03', registeredTo: '2024-01-04' },
      `registered_at >= ${Date.UTC(2024, 0, 3)} and registered_at < ${Date.UTC(2024, 0, 5)}`,
    ],
    [{ registeredFrom: '2024-01-09' }, `registered_at >= ${Date.UTC(2024, 0, 9)}`],
    [{ registeredTo: '2024-01-01' }, `registered_at < ${Date.UTC(2024, 0, 2)}`],
    [{ search: 'karl', country: 'DE' }, `first_name = 'Karl' and country_id = 'DE'`],
    [{ search: 'karl', isActive: 'true' }, 'id = 105'],
    [{ search: '110', isBlocked: 'false' }, 'false'],
  ])('PTR-003 %o lists whom SQL lists, in its order', async (query, where) => {
    const { rows } = await sql
      .raw<{ id: number }>(`
        select id from partners p where ${where} order by registered_at desc, id`)
      .execute(desk.core.database.read)
    expect(idsOf(await all(query))).toEqual(rows.map(({ id }) => id))
  })

  test('PTR-003 the filter of a rank lists who has it', async () => {
    const everybody = await all({})
    const ranks = new Set(everybody.map(({ rang }) => rang))
    expect(ranks.size).toBeGreaterThan(1)
    for (const rang of ranks) {
      const expected = everybody.filter((one) => one.rang === rang)
      expect(idsOf(await all({ rang }))).toEqual(idsOf(expected))
    }
    expect(await list({ rang: 'UNKNOWN' })).toEqual([])
  })

  test('PTR-003 the list says name, country, masked e-mail, rank, state and team', async () => {
    expect((await list({ search: '3' }))[0]).toEqual({
      id: 3,
      firstName: 'Владимир',
      lastName: 'Соколов',
      country: 'KZ',
      email: 'm•••@e•••.com',
      rang: expect.any(String),
      state: 'ACTIVE',
      isHidden: false,
      isVerified: false,
      registeredAt: Date.UTC(2024, 0, 4),
      flSize: 0,
      teamSize: 0,
      teamTurnover: '0.00',
      matched: ['ID'],
    })
    const states = await list({ search: '110' })
    expect(states.map(({ state }) => state)).toEqual(['BLOCKED'])
  })

  test('D-175 a search that found a contact is an entry without its text; a search by name is none', async () => {
    const { id: last } = await desk.core.database.read
      .selectFrom('auditLog')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await list({ search: 'παπα' })
    await list({ search: 'mail6@example' })
    await list({ search: 'nobody@example' })
    await list({ search: '0xABCDEF0123' })
    const entries = (await desk.entriesSince(last)).filter(
      ({ command }) => command === 'partners search',
    )
    expect(entries.map(({ actor, details }) => [actor, details.results])).toEqual([
      ['vi@example.com', 1],
      ['vi@example.com', 0],
      ['vi@example.com', 1],
    ])
    expect(entries[0]!.details.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(entries)).not.toMatch(/mail6|nobody|0xabc/i)
  })

  test('PTR-003 a filter that is none is refused with its name', async () => {
    for (const query of [
      { isActive: 'yes' },
      { balance: 'LOW' },
      { registeredFrom: '2024-13-01' },
    ]) {
      const { body } = await call(query as unknown as Record<string, string>)
      expect(body.errors[0].fieldName).toBe(Object.keys(query)[0])
    }
  })
})
