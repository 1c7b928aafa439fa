import { type AccountCurrency, monthEnd, monthText, parseMonth } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { readSetting } from '../settings/read-settings.ts'
import type { StoredClosing } from './closing.ts'
import { knownUpTo } from './prepare-closing.ts'

/** Orders with when the first and the last of them was recorded. Units: EUR cents. */
export type OrderGroup = {
  readonly orders: number
  readonly cents: string
  readonly firstAt: number | null
  readonly lastAt: number | null
}

/** Late orders of a closed month. `correctedBy`: the month whose close credits them; null if none will. */
export type LateGroup = OrderGroup & {
  readonly correctedBy: string | null
  readonly isCorrected: boolean
}

const FIRST_ORDERS = 100

const SUMS = sql.raw(
  'count(*) as orders, coalesce(sum(o.amount_cents), 0)::text as cents, min(o.recorded_at) as first_at, max(o.recorded_at) as last_at',
)

/**
 * The orders paid in a closed month that were recorded after its closing had begun, by the close that corrects them.
 *
 * Source: decisions C11.12; requirements MON-016.
 */
export async function readLateOrders(
  db: Db,
  closings: readonly StoredClosing[],
  closing: StoredClosing,
): Promise<LateGroup[]> {
  const { period, upToFact } = closing
  const later = closings.filter(
    ({ id, latePeriods }) => id > closing.id && latePeriods.includes(period),
  )
  const isOn = (await readSetting(db, 'lateOrderCorrections')) !== 'FALSE'
  const groups: LateGroup[] = []
  let after = upToFact
  for (const each of later) {
    const group = await groupOf(db, period, { after, upTo: each.upToFact })
    const corrected = { correctedBy: each.period, isCorrected: true }
    if (group.orders > 0) groups.push({ ...group, ...corrected })
    after = Math.max(after, each.upToFact)
  }
  const group = await groupOf(db, period, { after, upTo: Number.MAX_SAFE_INTEGER })
  const correctedBy = isOn ? nextPeriod(closings, period) : null
  if (group.orders > 0) groups.push({ ...group, correctedBy, isCorrected: false })
  return groups
}

/** Orders of a closed month that were cancelled since. Units: the smallest of each currency. */
export type CancelledGroup = OrderGroup & {
  readonly takenBack: readonly { readonly currency: AccountCurrency; readonly units: string }[]
}

/**
 * The orders paid in a closed month that were cancelled after its closing had begun, and the credits that were reversed with them.
 *
 * Source: decisions C11.14; requirements MON-016.
 */
export async function readCancelledOrders(
  db: Db,
  { period, upToFact }: StoredClosing,
): Promise<CancelledGroup> {
  const start = parseMonth(period)!
  const cancelled = sql`
    from cancellations c join orders o on o.id = c.order_id
    where c.fact > ${upToFact} and o.paid_at >= ${start} and o.paid_at < ${monthEnd(start)}`
  const { rows } = await sql<OrderGroup>`
    select count(*) as orders, coalesce(sum(o.amount_cents), 0)::text as cents, min(c.cancelled_at) as first_at,
      max(c.cancelled_at) as last_at ${cancelled}`.execute(db)
  const { rows: takenBack } = await sql<CancelledGroup['takenBack'][number]>`
    select r.currency, (-sum(r.amount))::text as units
    from (select o.id ${cancelled}) c join bonus_records r on r.order_id = c.id
    where r.reverses_id is not null group by r.currency order by r.currency collate "C"`.execute(db)
  return { ...rows[0]!, takenBack }
}

type Facts = { readonly after: number; readonly upTo: number }

async function groupOf(db: Db, period: string, { after, upTo }: Facts): Promise<OrderGroup> {
  const start = parseMonth(period)!
  const { rows } = await sql<OrderGroup>`
    select ${SUMS} from orders o
    where o.paid_at >= ${start} and o.paid_at < ${monthEnd(start)} and o.fact > ${after} and o.fact <= ${upTo}`.execute(
    db,
  )
  return rows[0]!
}

/** The first month after a closed one whose closing has not begun: its close credits the corrections. */
export function nextPeriod(
  closings: readonly Pick<StoredClosing, 'period'>[],
  period: string,
): string {
  const closed = new Set(closings.map((each) => each.period))
  let next = period
  do next = monthText(monthEnd(parseMonth(next)!))
  while (closed.has(next))
  return next
}

/** The orders that make a closing correct earlier months: each was paid before the end of one of them, and no closing of it knew the order. */
export async function readCauses(
  db: Db,
  closings: readonly StoredClosing[],
  { periods, upToFact }: { readonly periods: readonly string[]; readonly upToFact: number },
): Promise<OrderGroup & { readonly orderIds: number[] }> {
  const late = periods.map(
    (period) =>
      sql`(o.fact > ${knownUpTo(closings, period)} and o.paid_at < ${monthEnd(parseMonth(period)!)})`,
  )
  const isLate = late.length === 0 ? sql`false` : sql.join(late, sql` or `)
  const causes = sql`from orders o where o.fact <= ${upToFact} and (${isLate})`
  const { rows } = await sql<OrderGroup>`select ${SUMS} ${causes}`.execute(db)
  const { rows: first } = await sql<{ id: number }>`
    select o.id ${causes} order by o.recorded_at, o.id limit ${FIRST_ORDERS}`.execute(db)
  return { ...rows[0]!, orderIds: first.map(({ id }) => id) }
}
