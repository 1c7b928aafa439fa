// The tree of a past day, compared with the export of an office that was fed only what had happened by then.
import type {
  CallReply,
  getPastTeam,
  getTree,
  getTreeTrend,
  PastFigures,
  TreeFigures,
} from '@partner-office/contracts'
import { monthsLater, monthStart } from '@partner-office/domain'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { exportRows } from '../business/exports/export-rows.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import type { Core } from '../core/core.ts'
import { SeededRandom } from '../demo/random.ts'
import { openSession } from '../passport/tokens/sessions.ts'
import { asUpload, openTestCore, TEST_NOW, type TestClock, textOf } from '../testing/core.ts'
import { type NewDatabase, onPostgres } from '../testing/databases.ts'
import { ordersText } from '../testing/network-files.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'

const DAY_MS = 86_400_000
const PEOPLE = 60
const FIRST = TEST_NOW - 80 * DAY_MS
/** Days after the first registration that are compared. */
const COMPARED = [1, 30, 55, 77]

type Person = { readonly id: number; readonly sponsor: number | null; readonly at: number }
type Order = {
  readonly id: number
  readonly buyer: number
  readonly at: number
  readonly cents: number
  readonly cancelledAt: number | null
}
type Happened = { readonly people: readonly Person[]; readonly orders: readonly Order[] }

/** Some events fall on the first and the last millisecond of a day. */
function network(): Happened {
  const random = new SeededRandom(11)
  const edge = (at: number) => {
    const start = at - (at % DAY_MS)
    return [at, at, start, start + DAY_MS - 1][random.integer(0, 3)]!
  }
  const people: Person[] = [{ id: 1, sponsor: null, at: FIRST }]
  for (let id = 2; id <= PEOPLE; id += 1) {
    const at = Math.max(
      people.at(-1)!.at + 1,
      edge(FIRST + id * DAY_MS + random.integer(0, DAY_MS)),
    )
    people.push({ id, sponsor: random.integer(1, id - 1), at })
  }
  const orders = Array.from({ length: 150 }, (_, at): Order => {
    const { id: buyer, at: since } = people[random.integer(0, PEOPLE - 1)]!
    const paidAt = Math.max(since, edge(random.integer(since, TEST_NOW - 3 * DAY_MS)))
    const isCancelled = random.next() < 0.25
    const cancelledAt = Math.max(paidAt, edge(random.integer(paidAt, TEST_NOW - 2 * DAY_MS)))
    const cents = random.integer(100, 900_000)
    return { id: at + 1, buyer, at: paidAt, cents, cancelledAt: isCancelled ? cancelledAt : null }
  })
  for (const days of COMPARED) addEdges({ people, orders }, FIRST + (days + 1) * DAY_MS)
  return { people, orders }
}

/** What happens at the last instant of a day, and at the first one after it. */
function addEdges({ people, orders }: { people: Person[]; orders: Order[] }, end: number): void {
  for (const at of [end - 1, end]) {
    people.push({ id: people.length + 1, sponsor: 1, at })
    const order = { id: orders.length + 1, buyer: 1, cents: 12_345 }
    orders.push({ ...order, at, cancelledAt: null })
    orders.push({ ...order, id: order.id + 1, at: FIRST, cancelledAt: at })
  }
}

/** What had happened before an instant. */
const before = ({ people, orders }: Happened, instant: number): Happened => ({
  people: people.filter(({ at }) => at < instant),
  orders: orders
    .filter(({ at }) => at < instant)
    .map((order) => ({
      ...order,
      cancelledAt:
        order.cancelledAt !== null && order.cancelledAt < instant ? order.cancelledAt : null,
    })),
})

async function feed(core: Core, clock: TestClock, { people, orders }: Happened): Promise<void> {
  const rows = people.map(
    ({ id, sponsor, at }) => `${id},${sponsor ?? ''},p${id}@example.com,P${id},Q,${at},DE`,
  )
  const head = 'id,sponsorId,email,firstName,lastName,registeredAt,countryId'
  await importPartners(core, asUpload(`${[head, ...rows].join('\n')}\n`))
  const lines = orders.map(({ id, buyer, at, cents }) => {
    const eur = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    return [id, buyer, at, eur] as const
  })
  if (lines.length > 0) await importOrders(core, asUpload(ordersText(lines)))
  for (const { id, cancelledAt } of orders) {
    if (cancelledAt === null) continue
    clock.now = cancelledAt
    await cancelOrder(core, id, 'sent back')
  }
  clock.now = TEST_NOW
}

type Exported = ReadonlyMap<number, TreeFigures>

const withoutRank = ({ rang: _rang, ...figures }: TreeFigures): PastFigures => figures

/** The figures and ranks that an office exports which was fed only what had happened before an instant. */
async function exportedBefore(
  newDatabase: NewDatabase,
  happened: Happened,
  instant: number,
): Promise<Exported> {
  const clock = { now: TEST_NOW }
  const core = await openTestCore(await newDatabase(), { clock })
  await feed(core, clock, before(happened, instant))
  const tableOf = async (name: 'figures' | 'ranks'): Promise<Record<string, string>[]> =>
    parse(await textOf(exportRows(core, name)), { columns: true })
  const rows = await tableOf('figures')
  const ranks = new Map(
    (await tableOf('ranks')).map(({ partnerId, rankCode }) => [partnerId, rankCode!]),
  )
  return new Map(
    rows.map(({ partnerId, ownTurnover, flSize, flTurnover, teamSize, teamTurnover }) => [
      Number(partnerId),
      {
        ownTurnover: ownTurnover!,
        flSize: Number(flSize),
        flTurnover: flTurnover!,
        teamSize: Number(teamSize),
        teamTurnover: teamTurnover!,
        rang: ranks.get(partnerId)!,
      },
    ]),
  )
}

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

onPostgres('the tree of a past day', (newDatabase) => {
  const happened = network()
  let desk: OperatorsDesk
  let viewer: Browser
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    await feed(desk.core, desk.clock, happened)
    await changeSettings(desk.core, { enforceLegalsOnApi: 'FALSE', 'rateLimit.user': '0' })
    viewer = await desk.operator('vi@example.com', 'viewer')
  })

  const ask = (partner: number, day: string, more = '') =>
    desk.as(viewer, 'GET', `tree?partner=${partner}&day=${day}${more}`)
  const tree = async (partner: number, day: string): Promise<CallReply<typeof getTree>> =>
    (await ask(partner, day)).data

  describe.each(COMPARED)('day %i after the first registration', (days) => {
    const day = dayOf(FIRST + days * DAY_MS)
    const end = Date.parse(day) + DAY_MS
    let exported: Exported
    beforeAll(async () => {
      exported = await exportedBefore(newDatabase, happened, end)
    })

    test('PAS-001 each partner has the figures and the rank of an office that was fed only what had happened by then', async () => {
      let seen = 0
      for (const { id } of happened.people) {
        const { partner, content } = await tree(id, day)
        expect(partner.past).toEqual(exported.get(id) ?? null)
        const line = happened.people.filter(({ sponsor }) => sponsor === id)
        expect(content.map((one) => one.id).toSorted()).toEqual(
          line.map((one) => one.id).toSorted(),
        )
        for (const one of content) expect(one.past).toEqual(exported.get(one.id) ?? null)
        seen += partner.past === null ? 0 : 1
      }
      expect(seen).toBe(exported.size)
    })

    test('PAS-002 a partner sees the own team as it was then, the own id as root', async () => {
      for (const id of [1, 2, 5]) {
        if (!exported.has(id)) continue
        const own = await desk.core.database.transaction((tx) =>
          openSession(desk, tx, { userId: id, application: 'partner', device: '', place: '' }),
        )
        const { payload } = await desk.office.inject({
          url: `/v1/team/past?sponsorId=${id}&day=${day}&size=100&sort=teamTurnover|asc`,
          headers: { authorization: `Bearer ${own.token}` },
        })
        const { data } = JSON.parse(payload) as { data: CallReply<typeof getPastTeam> }
        expect(data.team).toEqual(withoutRank(exported.get(id)!))
        const line = happened.people.filter((one) => one.sponsor === id && exported.has(one.id))
        const figures = data.content.map(({ firstName: _f, lastName: _l, level, ...one }) => {
          expect(level).toBe(1)
          return one
        })
        const expected = line
          .map((one) => ({ id: one.id, ...withoutRank(exported.get(one.id)!) }))
          .toSorted((a, b) => Number(a.teamTurnover) - Number(b.teamTurnover) || a.id - b.id)
        expect(figures).toEqual(expected)
      }
    })
  })

  test('PAS-001 today’s figures and the path stand beside those of the day', async () => {
    const now = await exportedBefore(newDatabase, happened, TEST_NOW)
    const day = dayOf(FIRST + 30 * DAY_MS)
    for (const { id, sponsor } of happened.people.slice(0, 20)) {
      const { partner, path } = await tree(id, day)
      expect(partner.today).toEqual(now.get(id))
      expect(path.at(-1)?.id ?? null).toBe(sponsor)
    }
  })

  const trend = async (partner: number, day: string): Promise<CallReply<typeof getTreeTrend>> =>
    (await desk.as(viewer, 'GET', `tree/trend?partner=${partner}&day=${day}`)).data

  test('PAS-001 the chart has the team at the end of each month, and of today', async () => {
    const day = dayOf(FIRST + 30 * DAY_MS)
    const current = monthStart(TEST_NOW)
    const months: number[] = []
    for (let at = monthStart(FIRST); at <= current; at = monthsLater(at, 1)) months.push(at)
    expect(months.length).toBeGreaterThan(2)
    for (const id of [1, 2, 5]) {
      const shown = await trend(id, day)
      const { registeredAt } = (await tree(id, day)).partner
      const due = months.filter((at) => at >= monthStart(registeredAt))
      expect(shown.months.map(({ at }) => at)).toEqual(due)
      for (const { at, ...figures } of shown.months) {
        const last = dayOf(at === current ? TEST_NOW - DAY_MS : monthsLater(at, 1) - 1)
        const { past, today } = (await tree(id, last)).partner
        const { teamSize, teamTurnover } = at === current ? today : past!
        expect(figures).toEqual({ teamSize, teamTurnover })
      }
    }
  })

  test('PAS-001 ranks that were reached since the day count each partner of the team once', async () => {
    const day = dayOf(FIRST + 30 * DAY_MS)
    const end = Date.parse(day) + DAY_MS
    const { rows } = await sql<{ rang: string; count: number }>`
      select rank_id, count(*)::integer as count from (
        select partner_id, max(rank_id) as rank_id from rank_reaches
        where ladder = 'ordinary' and reached_at >= ${end} and partner_id <> 1 group by partner_id) r
      group by rank_id order by rank_id desc`.execute(desk.core.database.read)
    const { ranksReached } = await trend(1, day)
    expect(ranksReached.map(({ count }) => count)).toEqual(rows.map(({ count }) => count))
    expect(ranksReached.length).toBeGreaterThan(1)
    const leaf = happened.people.find(({ id }) => !happened.people.some((o) => o.sponsor === id))!
    expect((await trend(leaf.id, day)).ranksReached).toEqual([])
  })

  test('PAS-001 the trend refuses days and partners as the tree does', async () => {
    const asked = (partner: number, day: string) =>
      desk.as(viewer, 'GET', `tree/trend?partner=${partner}&day=${day}`)
    const first = dayOf(FIRST)
    expect((await asked(999, first)).code).toBe('not_found')
    expect((await asked(1, dayOf(FIRST - DAY_MS))).code).toBe('validation_error')
    expect((await asked(1, dayOf(desk.clock.now))).code).toBe('validation_error')
  })

  test('PAS-001 EXP-004 the file has the partner and the whole first line, with both days', async () => {
    const day = dayOf(FIRST + 30 * DAY_MS)
    const { partner, content } = await tree(1, day)
    expect(content.some(({ past }) => past === null)).toBe(true)
    const columns = ['line', 'id', 'lastName', 'rangThen', 'rangToday', 'teamSizeThen']
    const filters = { partner: '1', day }
    const made = (await desk.as(viewer, 'POST', 'exports', { list: 'tree', filters, columns })).data
    expect(made).toMatchObject({ state: 'DONE', rows: 1 + content.length })
    const { body } = await desk.app.inject({
      url: `/console/v1/exports/${made.id}/file`,
      headers: { host: 'localhost:3002', cookie: viewer.cookie },
    })
    expect(parse(body, { bom: true }).slice(1)).toEqual(
      [partner, ...content].map(({ id, lastName, past, today }, at) => [
        at === 0 ? '0' : '1',
        String(id),
        lastName,
        past?.rang ?? '',
        today.rang,
        String(past?.teamSize ?? ''),
      ]),
    )
  })

  test('PAS-001 the days are those from the first registration up to yesterday', async () => {
    const first = dayOf(FIRST)
    const last = dayOf(desk.clock.now - DAY_MS)
    expect((await ask(1, first)).code).toBeUndefined()
    expect((await ask(1, last)).code).toBeUndefined()
    for (const day of [dayOf(FIRST - DAY_MS), dayOf(desk.clock.now), 'no-day']) {
      expect((await ask(1, day)).body.errors[0]).toMatchObject({
        code: 'validation_error',
        fieldName: 'day',
      })
    }
    expect((await ask(999, first)).code).toBe('not_found')
  })

  test('PAS-002 the team of somebody else is refused, and a day before the own registration', async () => {
    const own = await desk.core.database.transaction((tx) =>
      openSession(desk, tx, { userId: 30, application: 'partner', device: '', place: '' }),
    )
    const asked = async (query: string) => {
      const { statusCode, payload } = await desk.office.inject({
        url: `/v1/team/past?${query}`,
        headers: { authorization: `Bearer ${own.token}` },
      })
      return { status: statusCode, error: JSON.parse(payload).errors[0] }
    }
    const day = dayOf(desk.clock.now - DAY_MS)
    expect((await asked(`sponsorId=1&day=${day}`)).status).toBe(403)
    expect((await asked(`sponsorId=30&day=${dayOf(FIRST)}`)).error).toMatchObject({
      code: 'validation_error',
      fieldName: 'day',
    })
  })
})
