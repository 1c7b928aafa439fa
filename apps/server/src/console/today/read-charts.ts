import type { CallReply, getTodayCharts } from '@partner-office/contracts'
import { DAY_MS, formatUnits, monthEnd, monthStart } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { ActivePartnersCache } from './active-partners-cache.ts'
import { EurValues } from './eur-values.ts'
import { programmeIn, type Sum, sumsOf } from './stored-sums.ts'

type Charts = CallReply<typeof getTodayCharts>

const DAYS = 90
const MONTHS = 24
const CREDITED_MONTHS = 12
const WEEKS = 12
const WEEK_MS = 7 * DAY_MS
/** The first Monday of the epoch. */
const FIRST_MONDAY = 4 * DAY_MS

/** Numbers of the charts. Source: requirements TOD-007, TOD-008. */
export async function readCharts(core: Core, actives: ActivePartnersCache): Promise<Charts> {
  const { read } = core.database
  const now = core.clock()
  const active = await actives.read()
  const values = await EurValues.read(core.database.read)
  const { fact } = await read
    .selectFrom('console.sumCursors')
    .select('fact')
    .executeTakeFirstOrThrow()
  const since = await firstDay(core)
  const range = { since, now }
  return {
    days: await daysOf(core, range),
    months: await monthsOf(core, range, active.months),
    credited: await creditedOf(core, range, values),
    payouts: await payoutsOf(core, range),
    rates: values.used(),
    asOf: active.asOf,
    sumsAsOf: fact,
    at: now,
  }
}

/** `since`: the first day of the network; null without any. */
type Range = { readonly since: number | null; readonly now: number }

async function firstDay({ database }: Core): Promise<number | null> {
  const { at } = await database.read
    .selectFrom('console.sums')
    .select(({ fn }) => fn.min<number | null>('at').as('at'))
    .where('series', 'in', ['orders', 'partners'])
    .executeTakeFirstOrThrow()
  return at
}

/** The last steps up to now, each by its first instant, oldest first, without those before the network. */
function steps({ since, now }: Range, most: number, startOf: (at: number) => number): number[] {
  if (since === null) return []
  const starts = [startOf(now)]
  while (starts.length < most && starts[0]! > startOf(since)) {
    starts.unshift(startOf(starts[0]! - 1))
  }
  return starts
}

const dayStart = (at: number): number => at - (at % DAY_MS)
const weekStart = (at: number): number => at - ((at - FIRST_MONDAY) % WEEK_MS)

async function daysOf({ database }: Core, range: Range): Promise<Charts['days']> {
  const starts = steps(range, DAYS, dayStart)
  const sums = await sumsOf(database.read, 'orders', starts[0] ?? 0)
  const byDay = new Map(sums.map((sum) => [sum.at, sum]))
  return starts.map((at) => {
    const { entries = 0, amount = '0' } = byDay.get(at) ?? {}
    const isOpen = at + DAY_MS > range.now
    return { at, orders: entries, turnover: formatUnits(BigInt(amount), 2), isOpen }
  })
}

async function monthsOf(
  { database }: Core,
  range: Range,
  actives: readonly { readonly at: number; readonly active: number }[],
): Promise<Charts['months']> {
  const starts = steps(range, MONTHS, monthStart)
  const sums = await sumsOf(database.read, 'partners', starts[0] ?? 0)
  return starts.map((at) => ({
    at,
    newPartners: entriesIn(sums, at, monthEnd(at)),
    active: actives.find((each) => each.at === at)?.active ?? 0,
    isOpen: monthEnd(at) > range.now,
  }))
}

const entriesIn = (sums: readonly Sum[], from: number, to: number): number =>
  sums.filter(({ at }) => at >= from && at < to).reduce((sum, { entries }) => sum + entries, 0)

async function creditedOf(
  { database }: Core,
  range: Range,
  values: EurValues,
): Promise<Charts['credited']> {
  const starts = steps(range, CREDITED_MONTHS, monthStart)
  const sums = await sumsOf(database.read, 'credited', starts[0] ?? 0)
  return starts.map((at) => ({
    at,
    isOpen: monthEnd(at) > range.now,
    programmes: sums
      .filter((sum) => sum.at === at)
      .map(({ key, amount }) => {
        const { programme, currency } = programmeIn(key)
        return { programme, ...values.valued(currency, amount) }
      }),
  }))
}

type Week = {
  readonly at: number
  readonly pending: number
  readonly sent: number
  readonly rejected: number
}

/** Payouts by the week of their creation. */
async function payoutsOf({ database }: Core, range: Range): Promise<Charts['payouts']> {
  const starts = steps(range, WEEKS, weekStart)
  const { rows } = await sql<Week>`
    select created_at - (created_at - ${sql.lit(FIRST_MONDAY)}) % ${sql.lit(WEEK_MS)} as at,
      count(*) filter (where status = 'PENDING') as pending,
      count(*) filter (where status = 'SUCCESS') as sent,
      count(*) filter (where status = 'REJECTED') as rejected
    from payouts where created_at >= ${starts[0] ?? range.now} group by 1`.execute(database.read)
  const none = { pending: 0, sent: 0, rejected: 0 }
  return starts.map((at) => {
    const { pending, sent, rejected } = rows.find((each) => each.at === at) ?? none
    return { at, isOpen: at + WEEK_MS > range.now, pending, sent, rejected }
  })
}
