import {
  DAY_MS,
  equivalentText,
  foldActivity,
  formatUnits,
  fraction,
  monthText,
} from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { cancelOrder } from '../../business/orders/intake/cancel-order.ts'
import type { Core } from '../../core/core.ts'
import type { Database } from '../../db/database.ts'
import { onBothDatabases, onPostgres } from '../../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../../testing/operators-desk.ts'
import { sealSettled } from '../../testing/seal-settled.ts'
import { dayOf, openSmallOffice } from '../../testing/small-office.ts'
import { tableScans } from '../../testing/table-scans.ts'
import { ActivePartnersCache } from './active-partners-cache.ts'
import { keepSums } from './keep-sums.ts'
import { readCharts } from './read-charts.ts'
import { readFigures } from './read-figures.ts'

/** 17 February 2026: orders stand in January and February. */
const NOW = dayOf(47)
const FEBRUARY = Date.UTC(2026, 1)
const JANUARY = Date.UTC(2026, 0)

async function keepAllSums(core: Core): Promise<void> {
  const { rows } = await sql`
    select from transfers where id > (select coalesce(max(last_transfer_id), 0) from ledger_seals) limit 1`.execute(
    core.database.read,
  )
  if (rows.length > 0) await sealSettled(core.database.read, core.clock())
  while (await keepSums(core));
}

const sumsIn = (database: Database) =>
  database.read
    .selectFrom('console.sums')
    .selectAll()
    .where('entries', '<>', 0)
    .orderBy('series')
    .orderBy('at')
    .orderBy('key')
    .execute()

onBothDatabases('figures of the start page', (newDatabase) => {
  let database: Database
  let desk: OperatorsDesk
  let ann: Browser
  beforeAll(async () => {
    database = await newDatabase()
    await openSmallOffice(database)
    desk = await OperatorsDesk.open(database, { clock: { now: NOW } })
    ann = await desk.operator('ann@example.com', 'finance', 'support')
    await keepAllSums(desk.core)
  })

  const figures = async () => (await desk.as(ann, 'GET', 'today/figures')).data
  const charts = async () => (await desk.as(ann, 'GET', 'today/charts')).data
  const rowsOf = async <Row>(text: string): Promise<Row[]> =>
    (await sql.raw<Row>(text).execute(database.read)).rows

  /** Standing orders, by the facts. */
  const ordersSince = (from: number, to = NOW + DAY_MS) =>
    rowsOf<{ orders: number; cents: number }>(`
      select count(*) as orders, coalesce(sum(amount_cents), 0)::bigint as cents from orders o
      where paid_at >= ${from} and paid_at < ${to} and not exists (select from cancellations where order_id = o.id)`).then(
      ([row]) => row!,
    )
  const partnersSince = (from: number, to = NOW + DAY_MS) =>
    rowsOf<{ partners: number }>(`
      select count(*) as partners from partners where registered_at >= ${from} and registered_at < ${to}`).then(
      ([row]) => row!.partners,
    )

  test('TOD-005 partners, orders and turnover are what the facts say', async () => {
    const found = await figures()
    const [{ partners } = { partners: 0 }] = await rowsOf<{ partners: number }>(
      'select count(*) as partners from partners',
    )
    const today = NOW - (NOW % DAY_MS)
    const week = today - 6 * DAY_MS
    expect(found.partners).toBe(partners)
    expect(found.orders).toEqual({
      today: (await ordersSince(today)).orders,
      week: (await ordersSince(week)).orders,
      month: (await ordersSince(FEBRUARY)).orders,
    })
    expect(found.orders.month).toBeGreaterThan(0)
    expect(found.newPartners).toEqual({
      today: await partnersSince(today),
      week: await partnersSince(week),
      month: await partnersSince(FEBRUARY),
    })
    const cents = async (from: number, to: number) =>
      formatUnits(BigInt((await ordersSince(from, to)).cents), 2)
    expect(found.turnover).toBe(await cents(FEBRUARY, today + DAY_MS))
    // The same days of the month before: those up to the 17th.
    expect(found.turnoverBefore).toBe(await cents(JANUARY, JANUARY + 17 * DAY_MS))
    expect(found.sumsAsOf).toBe(found.asOf)
    expect(found.at).toBe(desk.clock.now)
  })

  test('TOD-005 active partners are those whose orders reach beyond now', async () => {
    const { engine } = desk.core.network
    let active = 0
    for (let row = 0; row < engine.size; row += 1) {
      const until = foldActivity(engine.activityOf(row, desk.clock.now))
      if (until !== null && until > desk.clock.now) active += 1
    }
    expect(active).toBeGreaterThan(0)
    expect((await figures()).active).toBe(active)
  })

  test('TOD-005 credits by programme, balances and pending payouts are what the ledger says, with their EUR value', async () => {
    const found = await figures()
    const credited = await rowsOf<{
      programme: string
      currency: string
      records: number
      units: string
    }>(`
      select type as programme, currency, count(*) as records, sum(amount)::text as units from bonus_records
      where coalesce(period, to_char(to_timestamp(paid_at / 1000) at time zone 'UTC', 'YYYY-MM')) = '${monthText(NOW)}'
      group by 1, 2 order by 1, 2`)
    const short = ({ programme, currency, records }: (typeof credited)[number]) => [
      programme,
      currency,
      records,
    ]
    expect(found.credited.map(short)).toEqual(credited.map(short))
    expect(found.credited.length).toBeGreaterThan(1)
    const balances = await rowsOf<{ currency: string; units: string }>(`
      select currency, sum(balance)::text as units from accounts where partner_id is not null
      group by 1 having count(*) > 0 order by 1`)
    const unitsOf = ({ amount }: { amount: string }) =>
      amount.replace('.', '').replace(/^(-?)0+(?=\d)/, '$1')
    expect(found.balances.map(unitsOf)).toEqual(balances.map(({ units }) => units))
    const [upt] = found.balances.filter(({ currency }: { currency: string }) => currency === 'UPT')
    const [rate] = found.rates.filter(({ currency }: { currency: string }) => currency === 'UPT')
    // The rate of the office is 3 UPT for one EUR.
    expect(rate.rate).toBe('0.333333333333333333')
    const { num, den } = fraction(upt.amount)
    expect(upt.eur).toBe(equivalentText({ num, den: den * 3n }))

    expect(found.pendingPayouts).toEqual([])
    await sql`insert into payouts (partner_id, payout_from, payout_to, currency, address, amount, fee, receive,
        risks, requested_at, created_at)
      values (1, 'A', 'B', 'UPT', 'x', 300000000, 100000000, 200000000, '{}', ${NOW}, ${NOW})`.execute(
      database.read,
    )
    expect((await figures()).pendingPayouts).toMatchObject([
      { currency: 'UPT', eur: '1.00', count: 1 },
    ])
  })

  test('TOD-007 the numbers of the charts add up to the facts; what is not over is open', async () => {
    const found = await charts()
    expect(found.days.at(-1)).toMatchObject({ at: NOW - (NOW % DAY_MS), isOpen: true })
    expect(found.days.at(-2).isOpen).toBe(false)
    for (const { at, orders, turnover } of found.days) {
      const facts = await ordersSince(at, at + DAY_MS)
      expect({ at, orders, turnover }).toEqual({
        at,
        orders: facts.orders,
        turnover: formatUnits(BigInt(facts.cents), 2),
      })
    }
    const months = found.months.map(({ at }: { at: number }) => at)
    expect(months.slice(-2)).toEqual([JANUARY, FEBRUARY])
    for (const [place, { at, newPartners, isOpen }] of found.months.entries()) {
      const end = months[place + 1] ?? NOW + DAY_MS
      expect({ at, newPartners, isOpen }).toEqual({
        at,
        newPartners: await partnersSince(at, end),
        isOpen: at === FEBRUARY,
      })
    }
    expect(found.credited.at(-1)).toMatchObject({ at: FEBRUARY, isOpen: true })
    expect(found.credited.at(-1).programmes.length).toBe((await figures()).credited.length)
    expect(found.payouts.at(-1)).toEqual({
      at: Date.UTC(2026, 1, 16),
      isOpen: true,
      pending: 1,
      sent: 0,
      rejected: 0,
    })
  })

  test('TOD-006 neither figures nor charts read a table of partners, orders, records or transfers', async () => {
    await database.transaction(async (tx) => {
      const scansOf = async () => {
        const scans = (await tableScans(tx)) as { name: string; scans: number }[]
        return scans.filter(({ name }) =>
          ['partners', 'orders', 'bonus_records', 'transfers', 'cancellations'].includes(name),
        )
      }
      const before = await scansOf()
      const core = { ...desk.core, database: { ...database, read: tx } }
      const actives = new ActivePartnersCache(core)
      await readFigures(core, actives)
      await readCharts(core, actives)
      expect(await scansOf()).toEqual(before)
    })
  })

  test('a cancelled order leaves the day on which it was paid, and its credits the month of the cancellation', async () => {
    const before = await charts()
    desk.clock.now = NOW
    await cancelOrder(desk.core, 404, 'returned')
    await keepAllSums(desk.core)
    const after = await charts()
    const day = (found: typeof before) =>
      found.days.find(({ at }: { at: number }) => at === dayOf(44))
    expect(day(after).orders).toBe(day(before).orders - 1)
    const sum = await sumsIn(database)
    await database.asOwner(async (tx) => {
      await sql`delete from console.sums`.execute(tx)
      await sql`update console.sum_cursors set fact = 0, transfer_id = 0`.execute(tx)
    })
    await keepAllSums(desk.core)
    expect(await sumsIn(database)).toEqual(sum)
  })

  test('TOD-001 counts are those of the caller’s roles, with the oldest and the page', async () => {
    const waiting = async (by: Browser) => (await desk.as(by, 'GET', 'today')).data.waiting
    await sql`insert into passport.data_requests (user_id, kind, requested_at) values (1, 'EXPORT', 5), (2, 'ERASURE', 3)`.execute(
      database.read,
    )
    const byKind = Object.fromEntries(
      (await waiting(ann)).map(({ kind, ...rest }: { kind: string }) => [kind, rest]),
    )
    expect(byKind).toMatchObject({
      proposals: { count: 0, oldest: null, page: '/console/proposals?forMe=true' },
      payoutsToTake: { count: 1, oldest: NOW },
      payoutsTaken: { count: 0, oldest: null },
      documents: { count: 0 },
      tickets: { count: 0 },
      disputes: { count: 0, oldest: null, page: '/console/disputes?state=open' },
      dataRequests: { count: 2, oldest: 3 },
      monthsDue: { count: 0, oldest: null },
    })
    await sql`update payouts set taken_at = ${NOW + 1}`.execute(database.read)
    const taken = Object.fromEntries(
      (await waiting(ann)).map(({ kind, ...rest }: { kind: string }) => [kind, rest]),
    )
    expect(taken).toMatchObject({
      payoutsToTake: { count: 0 },
      payoutsTaken: { count: 1, oldest: NOW + 1 },
    })
    const kindsOf = async (by: Browser) =>
      (await waiting(by)).map(({ kind }: { kind: string }) => kind)
    const viewer = await desk.operator('vi@example.com', 'viewer')
    const admin = await desk.operator('ad@example.com', 'admin')
    expect(await kindsOf(viewer)).toEqual([])
    expect(await kindsOf(admin)).toEqual(['proposals', 'documents', 'tickets', 'dataRequests'])
  })
})

onPostgres('sums of the start page', (newDatabase) => {
  test('several processes add each fact and transfer once', async () => {
    const database = await newDatabase()
    const core = await openSmallOffice(database)
    await Promise.all(Array.from({ length: 6 }, () => keepSums(core)))
    const [orders] = (
      await sql<{ entries: number; amount: string }>`
        select sum(entries)::bigint as entries, sum(amount)::text as amount from console.sums where series = 'orders'`.execute(
        database.read,
      )
    ).rows
    const [facts] = (
      await sql<{ entries: number; amount: string }>`
        select count(*) as entries, sum(amount_cents)::text as amount from orders o
        where not exists (select from cancellations where order_id = o.id)`.execute(database.read)
    ).rows
    expect(orders).toEqual(facts)
    expect(await keepSums(core)).toBe(false)
  })

  test('TOD-008 an empty network has no days and months at all', async () => {
    const desk = await OperatorsDesk.open(await newDatabase())
    const ann = await desk.operator('ann@example.com', 'viewer')
    expect((await desk.as(ann, 'GET', 'today/charts')).data).toMatchObject({
      days: [],
      months: [],
      credited: [],
      payouts: [],
      rates: [],
    })
    expect((await desk.as(ann, 'GET', 'today/figures')).data).toMatchObject({
      partners: 0,
      active: 0,
      turnover: '0.00',
      credited: [],
      balances: [],
    })
  })
})
