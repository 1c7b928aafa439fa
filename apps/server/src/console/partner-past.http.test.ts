// What happened to a partner, and what changed between two days.
import { type PartnerChanges, PAST_KINDS, type PastEntry } from '@partner-office/contracts'
import { DAY_MS } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { randomScenario } from '../../../../oracle/random-network.ts'
import { closePeriod } from '../business/months/close-period.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import type { Db } from '../db/database.ts'
import { loadEngine } from '../network/load-engine.ts'
import { figuresRules } from '../plans/figures-rules.ts'
import { adjust } from '../testing/adjust.ts'
import { MONTH, openClosingNetwork } from '../testing/closing-network.ts'
import type { TestClock } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { playScenario } from '../testing/scenario.ts'
import { storeDispute } from '../testing/store-dispute.ts'

onPostgres('what happened to a partner', (newDatabase) => {
  let desk: OperatorsDesk
  let viewer: Browser
  beforeAll(async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase())
    await closePeriod(core, MONTH)
    await cancelOrder(core, 11, 'sent back')
    clock.now += 1_000
    await blockPartner(core, 2, true, 'why')
    clock.now += 1_000
    await blockPartner(core, 2, false, 'why')
    await storeDispute(core, 2)
    await adjust(core, [
      {
        partnerId: 2,
        account: 'CASH',
        direction: 'credit',
        amount: '1.00',
        kind: 'goodwill',
        reason: 'thanks',
      },
    ])
    await addSources(core.database.read, clock.now)
    desk = await OperatorsDesk.open(core.database, { clock })
    viewer = await desk.operator('vi@example.com', 'viewer')
  })
  beforeEach(async () => {
    viewer = await desk.signIn(viewer)
  })

  /** Sources that the office cannot make in a test of this size. */
  async function addSources(read: Db, now: number): Promise<void> {
    await sql`
      insert into payouts (partner_id, payout_from, payout_to, currency, address, amount, fee, receive, risks, requested_at,
        created_at, status, reason, ended_at)
      values (2, 'UCHAIN_UCN_BONUS', 'UCN_XRC10_WHITE', 'UCN', 'one', 250000000, 100000000, 150000000, '{}', ${now}, ${now},
        'PENDING', null, null)`.execute(read)
    await sql`update payouts set status = 'REJECTED', reason = 'no', ended_at = ${now + 5}`.execute(
      read,
    )
    await sql`
      insert into passport.verifications (user_id, document_type, status, fields, reason, updated_at)
      values (2, 'PHONE', 'REJECTED', '{}', 'unreadable', ${now})`.execute(read)
    await sql`
      insert into tickets (partner_id, type, email, comment, state, folder, created_at, next_at)
      values (2, 1, '', 'Help', 'received', 'f', ${now}, 0)`.execute(read)
    await sql`
      insert into passport.authenticators (user_id, sealed_secret, confirmed_at) values (2, '\\x01', ${now})`.execute(
      read,
    )
  }

  const past = async (query = '', id = 2) =>
    (await desk.as(viewer, 'GET', `partners/${id}/past${query}`)).data as {
      content: PastEntry[]
      next?: string
    }

  test('PTR-019 the time line has what each source has, the last first', async () => {
    const { content, next } = await past()
    expect(next).toBeUndefined()
    const found = new Set(content.map(({ kind }) => kind))
    expect(PAST_KINDS.filter((kind) => !found.has(kind))).toEqual([])
    expect(content.map(({ at }) => at)).toEqual(
      content.map(({ at }) => at).toSorted((a, b) => b - a),
    )
    const of = (kind: string) => content.filter((entry) => entry.kind === kind)
    expect(of('ORDER').map(({ number, amounts }) => [number, amounts])).toEqual([
      [11, [{ amount: '300000.00', currency: 'EUR' }]],
      [2, [{ amount: '60.00', currency: 'EUR' }]],
    ])
    expect(of('CANCELLATION')).toMatchObject([
      { number: 11, amounts: [{ amount: '-300000.00', currency: 'EUR' }] },
    ])
    expect(of('BLOCK').map(({ state }) => state)).toEqual(['UNBLOCKED', 'BLOCKED'])
    expect(of('PAYOUT')).toMatchObject([
      { state: 'PENDING', amounts: [{ amount: '2.50000000', currency: 'UCN' }] },
    ])
    expect(of('PAYOUT_END')).toMatchObject([{ state: 'REJECTED' }])
    expect(of('DOCUMENT')).toMatchObject([{ state: 'REJECTED' }])
    expect(of('TICKET')).toMatchObject([{ state: 'WAITING' }])
    expect(of('DISPUTE')).toMatchObject([{ state: 'OPEN' }])
    expect(of('SIGN_IN')).toMatchObject([{ state: 'AUTHENTICATOR' }])
    expect(of('RANK').map(({ state }) => state)).toEqual(['AMBER'])
    expect((await desk.as(viewer, 'GET', 'partners/999/past')).code).toBe('not_found')
  })

  test('PTR-019 credits of a day are its records, by currency', async () => {
    const { rows } = await sql<{ day: number; currency: string; units: string }>`
      select paid_at / 86400000 as day, currency, sum(amount)::text as units from bonus_records
      where partner_id = 2 group by 1, 2 order by 1 desc, 2`.execute(desk.core.database.read)
    const { content } = await past('?kind=CREDITS')
    const shown = content.flatMap(({ at, amounts }) =>
      amounts.map(({ amount, currency }) => [
        (at + 1) / DAY_MS - 1,
        currency,
        amount.replace('.', ''),
      ]),
    )
    expect(shown.length).toBeGreaterThan(2)
    expect(shown).toEqual(
      rows.map(({ day, currency, units }) => [
        day,
        currency,
        units.startsWith('-') ? units : units.padStart(9, '0'),
      ]),
    )
  })

  test('PTR-019 pages of any length follow each other, whatever shares an instant', async () => {
    const { read } = desk.core.database
    const { at } = (await past('?kind=TICKET')).content[0]!
    await sql`
      insert into tickets (partner_id, type, email, comment, state, folder, created_at, next_at)
      select 2, 1, '', 'Help', 'received', 'many ' || n, ${at}::bigint + n / 40, 0 from generate_series(1, 120) n`.execute(
      read,
    )
    const all: PastEntry[] = []
    let next: string | undefined
    do {
      const page = await past(next === undefined ? '' : `?cursor=${next}`)
      all.push(...page.content)
      next = page.next
    } while (next !== undefined)
    const keys = all.map(({ kind, at: when, number, state }) => [kind, when, number, state].join())
    expect(new Set(keys).size).toBe(keys.length)
    expect(all.filter(({ kind }) => kind === 'TICKET')).toHaveLength(121)
    expect(all.map(({ at: when }) => when)).toEqual(
      all.map(({ at: when }) => when).toSorted((a, b) => b - a),
    )
    for (const kind of PAST_KINDS) {
      const { content } = await past(`?kind=${kind}`)
      expect(content).toEqual(all.filter((entry) => entry.kind === kind).slice(0, 50))
    }
    const bad = await desk.as(viewer, 'GET', 'partners/2/past?cursor=1-NONE-1')
    expect(bad.code).toBe('validation_error')
  })
})

type Network = {
  readonly desk: OperatorsDesk
  readonly viewer: Browser
  readonly clock: TestClock
}

/** Cents of an amount. */
const cents = (text: string): number => Math.round(Number(text) * 100)

onPostgres('what changed of a partner', (newDatabase) => {
  const SEEDS = [3, 8, 21]
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)

  describe.each(SEEDS)('in the random network %i', (seed) => {
    let network: Network
    beforeAll(async () => {
      const core = await playScenario(await newDatabase(), scenarioOf(seed))
      // Cancellations fall on the days of the orders, so that they come between the days of this test.
      await core.database.asOwner(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`
          update cancellations c set cancelled_at = o.paid_at + (o.id % 90) * ${sql.lit(DAY_MS)}
          from orders o where o.id = c.order_id`.execute(tx)
      })
      const clock = { now: scenarioOf(seed).now }
      const desk = await OperatorsDesk.open(core.database, { clock })
      network = { desk, clock, viewer: await desk.operator('vi@example.com', 'viewer') }
    })

    test('PTR-020 causes add up to the difference, and both days are the figures of these days', async () => {
      const { desk, viewer } = network
      const { read } = desk.core.database
      const { rows: partners } = await sql<{ id: number }>`
        select id from partners order by (select count(*) from orders o where o.partner_id = partners.id) desc, id`.execute(
        read,
      )
      const firsts = [Date.UTC(2023, 5, 15), Date.UTC(2024, 3, 1), Date.UTC(2024, 11, 24)]
      const lasts = [Date.UTC(2024, 4, 20), Date.UTC(2025, 6, 1), Date.UTC(2025, 10, 1)]
      let causes = 0
      for (const [at, from] of firsts.entries()) {
        const to = lasts[at]!
        const days = [from, to].map((each) => each + DAY_MS)
        const [before, after] = [await figuresOf(read, days[0]!), await figuresOf(read, days[1]!)]
        for (const { id } of partners.slice(0, 12)) {
          const query = `from=${day(from)}&to=${day(to)}`
          const { data, code } = await desk.as(viewer, 'GET', `partners/${id}/changes?${query}`)
          expect(code).toBeUndefined()
          const changes = data as PartnerChanges
          expectFigures(changes, before!.get(id)!, after!.get(id)!)
          causes += expectCauses(changes)
          expectCounting(changes)
        }
      }
      expect(causes).toBeGreaterThan(100)
    }, 120_000)

    test('PTR-020 without cancellations both days are those of the export of figures', async () => {
      const { desk, viewer } = network
      const { read } = desk.core.database
      await desk.core.database.asOwner(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`update cancellations set cancelled_at = 0`.execute(tx)
      })
      const [from, to] = [Date.UTC(2024, 6, 31), Date.UTC(2025, 1, 28)]
      const rules = figuresRules(await desk.core.plans.versions(read))
      const engines = [
        await loadEngine(read, rules, { before: from + DAY_MS }),
        await loadEngine(read, rules, { before: to + DAY_MS }),
      ]
      const { rows } = await sql<{
        id: number
      }>`select id from partners order by id limit 15`.execute(read)
      for (const { id } of rows) {
        const path = `partners/${id}/changes?from=${day(from)}&to=${day(to)}`
        const changes = (await desk.as(viewer, 'GET', path)).data as PartnerChanges
        const [one, other] = engines.map((engine) => engine.figuresAt(engine.rowOf(id)))
        expect(changes.ownTurnover).toMatchObject({
          before: text(one!.ownTurnover),
          after: text(other!.ownTurnover),
        })
        expect(changes.teamTurnover).toMatchObject({
          before: text(one!.teamTurnover),
          after: text(other!.teamTurnover),
        })
        expect([changes.flSize.before, changes.teamSize.after]).toEqual([
          one!.flSize,
          other!.teamSize,
        ])
      }
    })
  })

  test('PTR-020 a day before the other, an unknown partner and no day are refused', async () => {
    const { desk, viewer } = await openSmall()
    const ask = (query: string, id = 1) => desk.as(viewer, 'GET', `partners/${id}/changes?${query}`)
    expect((await ask('from=2026-03-02&to=2026-03-02')).body.errors[0].fieldName).toBe('to')
    expect((await ask('from=2026-03-32&to=2026-04-02')).body.errors[0].fieldName).toBe('from')
    expect((await ask('from=2026-03-01&to=2026-03-02', 999)).code).toBe('not_found')
    expect((await ask('from=2026-03-01&to=2026-03-02')).code).toBeUndefined()
  })

  test('PTR-020 the first and the last millisecond of a day belong to it, and the largest ten are listed', async () => {
    const { desk, viewer } = await openSmall()
    const ask = async (from: string, to: string): Promise<PartnerChanges> =>
      (await desk.as(viewer, 'GET', `partners/1/changes?from=${from}&to=${to}`)).data
    // Orders 11 to 16 are paid on 10 March, from its first millisecond on.
    const onTheDay = await ask('2026-03-09', '2026-03-10')
    expect(onTheDay.teamTurnover.orders).toMatchObject({ count: 6, amount: '673000.84' })
    expect(onTheDay.teamTurnover.orders.largest.map(({ orderId }) => orderId)).toEqual([
      11, 12, 13, 16, 15, 14,
    ])
    expect((await ask('2026-03-10', '2026-03-11')).teamTurnover).toMatchObject({
      before: '673360.84',
      difference: '0.00',
      orders: { count: 0, amount: '0.00', largest: [] },
    })
    const both = await ask('2026-02-01', '2026-03-31')
    expect(both.teamTurnover.orders.count).toBe(12)
    expect(both.teamTurnover.orders.largest).toHaveLength(10)
  })

  test('PTR-020 an order that was cancelled in the first millisecond of a day counts on the day before', async () => {
    const { desk, viewer, clock } = await openSmall()
    const day3 = Date.UTC(2026, 3, 3)
    const cancelAt = async (orderId: number, at: number) => {
      clock.now = at
      await cancelOrder(desk.core, orderId, 'returned')
    }
    await cancelAt(12, day3 - 1)
    await cancelAt(13, day3)
    const browser = await desk.signIn(viewer)
    const path = 'partners/1/changes?from=2026-04-01&to=2026-04-02'
    const before = (await desk.as(browser, 'GET', path)).data as PartnerChanges
    expect(before.teamTurnover.cancellations.largest).toMatchObject([
      { orderId: 12, at: day3 - 1, amount: '-200000.01' },
    ])
    const next = path.replace('04-01', '04-02').replace('to=2026-04-02', 'to=2026-04-03')
    const after = (await desk.as(browser, 'GET', next)).data as PartnerChanges
    expect(after.teamTurnover).toMatchObject({
      before: '473360.83',
      after: '323360.83',
      difference: '-150000.00',
      cancellations: { count: 1, amount: '-150000.00', largest: [{ orderId: 13 }] },
    })
  })

  const openSmall = async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase())
    const desk = await OperatorsDesk.open(core.database, { clock })
    return { desk, clock, viewer: await desk.operator('vi@example.com', 'viewer') }
  }
})

const scenarioOf = (seed: number) =>
  randomScenario({ seed, partners: 80, shape: 'random', orders: 500 })

const text = (amount: number): string => (amount / 100).toFixed(2)

type Naive = { own: number; team: number; fl: number; size: number }

/** The figures at the end of a day in the simplest way: who is registered with everybody above, and each order by itself. */
async function figuresOf(read: Db, end: number): Promise<ReadonlyMap<number, Naive>> {
  type Partner = { id: number; sponsorId: number | null; registeredAt: number }
  type Order = { partnerId: number; amountCents: number }
  const { rows: partners } = await sql<Partner>`
    select id, sponsor_id, registered_at from partners`.execute(read)
  const { rows: orders } = await sql<Order>`
    select partner_id, amount_cents from orders o where paid_at < ${end} and not exists (
      select from cancellations c where c.order_id = o.id and c.cancelled_at < ${end})`.execute(
    read,
  )
  const byId = new Map(partners.map((partner) => [partner.id, partner]))
  const figures = new Map(partners.map(({ id }) => [id, { own: 0, team: 0, fl: 0, size: 0 }]))
  const isThere = (id: number) => byId.get(id)!.registeredAt < end
  /** Calls with each partner above who is connected to this one. */
  const upwards = (id: number, visit: (above: number, isNext: boolean) => void) => {
    let isNext = true
    for (let at = id; isThere(at); at = byId.get(at)!.sponsorId!) {
      const { sponsorId } = byId.get(at)!
      if (sponsorId === null || !isThere(sponsorId)) return
      visit(sponsorId, isNext)
      isNext = false
    }
  }
  for (const { id } of partners) {
    upwards(id, (above, isNext) => {
      figures.get(above)!.size += 1
      if (isNext) figures.get(above)!.fl += 1
    })
  }
  for (const { partnerId, amountCents } of orders) {
    if (isThere(partnerId)) figures.get(partnerId)!.own += Number(amountCents)
    upwards(partnerId, (above) => void (figures.get(above)!.team += Number(amountCents)))
  }
  return figures
}

function expectFigures(changes: PartnerChanges, before: Naive, after: Naive): void {
  const { ownTurnover, teamTurnover, flSize, teamSize } = changes
  const shown = [ownTurnover, teamTurnover].map((each) => [
    each.before,
    each.after,
    each.difference,
  ])
  expect(shown).toEqual([
    [text(before.own), text(after.own), text(after.own - before.own)],
    [text(before.team), text(after.team), text(after.team - before.team)],
  ])
  expect([flSize.before, flSize.after, flSize.difference]).toEqual([
    before.fl,
    after.fl,
    after.fl - before.fl,
  ])
  expect([teamSize.before, teamSize.after]).toEqual([before.size, after.size])
}

/** Returns how many causes there were. */
function expectCauses({ ownTurnover, teamTurnover, flSize, teamSize }: PartnerChanges): number {
  let causes = 0
  for (const { difference, orders, cancellations } of [ownTurnover, teamTurnover]) {
    expect(cents(orders.amount) + cents(cancellations.amount)).toBe(cents(difference))
    for (const { count, amount, largest } of [orders, cancellations]) {
      causes += count
      expect(largest).toHaveLength(Math.min(10, count))
      const sizes = largest.map((order) => Math.abs(cents(order.amount)))
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      if (count <= 10) {
        expect(largest.reduce((sum, order) => sum + cents(order.amount), 0)).toBe(cents(amount))
      }
    }
  }
  for (const { difference, registrations } of [flSize, teamSize]) {
    expect(registrations.count).toBe(difference)
    const listed = registrations.largest.reduce((sum, { count }) => sum + count, 0)
    if (registrations.largest.length < 10) expect(listed).toBe(difference)
  }
  return causes
}

/** What counts of the own turnover and of all legs is the counting turnover; the legs have the turnover of the team. */
function expectCounting({ counting, teamTurnover }: PartnerChanges): void {
  for (const at of ['before', 'after'] as const) {
    const parts = [...counting.legs.map((leg) => leg[at]), counting.otherLegs[at]]
    const sum = (of: 'turnover' | 'counts') =>
      parts.reduce((all, part) => all + Number(part[of]), 0)
    expect(sum('turnover')).toBeCloseTo(Number(teamTurnover[at]), 2)
    expect(sum('counts') + Number(counting[at].own)).toBeCloseTo(Number(counting[at].counting), 2)
  }
}
