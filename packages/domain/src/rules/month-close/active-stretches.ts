import { activeUntilAfter, type ActivityOrder } from '../activity.ts'
import type { OrderColumns } from './month-facts.ts'
import type { PlanSegment } from './plan-segments.ts'
import { sortedOrder } from './sorted-order.ts'

/** A stretch of time in which a partner is active. Units: epoch milliseconds, `[from, until)`. */
export type ActiveStretch = { readonly from: number; readonly until: number }

/** The rules of a plan version for activity. Units: EUR cents; milliseconds. */
type Terms = { readonly end: number; readonly minimum: number; readonly days: number }

/**
 * The stretches in which some partners are active, by row, from all their own orders that stand. Only
 * stretches that overlap `[start, end)` are listed.
 *
 * Units: `asked` is above 0 for the rows in question; `plans` are the versions in force from the
 * first order on; `start` and `end` in epoch milliseconds.
 * Source: decisions C8, C11.3, C11.5.
 */
export function activeStretches(
  orders: OrderColumns,
  plans: readonly PlanSegment[],
  { asked, start, end }: { asked: Uint8Array; start: number; end: number },
): Map<number, ActiveStretch[]> {
  const terms = termsOf(plans)
  const all = new Map<number, ActiveStretch[]>()
  for (const order of ordersThatAdd(orders, terms, asked)) {
    const paidAt = orders.paidAt[order]!
    const row = orders.buyer[order]!
    const stretches = all.get(row) ?? []
    all.set(row, stretches)
    addActivity(stretches, paidAt, termsAt(terms, paidAt).days)
  }
  return new Map(
    Array.from(all, ([row, stretches]) => {
      return [row, stretches.filter(({ from, until }) => from < end && until > start)] as const
    }).filter(([, stretches]) => stretches.length > 0),
  )
}

/**
 * The stretches that some own orders make.
 *
 *     orders      day 0 (+30 days)   day 10 (+30)   day 90 (+30)
 *     stretches   [day 0, day 60)                   [day 90, day 120)
 *
 * Units: `orders` come by `paidAt`.
 * Source: decisions C8.
 */
export function stretchesOf(orders: readonly ActivityOrder[]): ActiveStretch[] {
  const stretches: ActiveStretch[] = []
  for (const { paidAt, days } of orders) addActivity(stretches, paidAt, days)
  return stretches
}

/**
 * Until when each row is active after all orders that stand, in columns; 0 for never. With orders paid before an instant
 * alone, a row was active between an earlier instant and that one exactly if this is after the earlier one.
 *
 * Units: epoch milliseconds; `plans` are the versions in force from the first order on.
 * Source: decisions C8, C11.3, C11.5.
 */
export function activeUntilByRow(
  orders: OrderColumns,
  plans: readonly PlanSegment[],
  rows: number,
): Float64Array {
  const terms = termsOf(plans)
  const until = new Float64Array(rows)
  for (const order of ordersThatAdd(orders, terms, new Uint8Array(rows).fill(1))) {
    const paidAt = orders.paidAt[order]!
    const row = orders.buyer[order]!
    until[row] = activeUntilAfter(until[row]!, paidAt, termsAt(terms, paidAt).days)
  }
  return until
}

/** Extends the last stretch, or begins a new one if the last one ended before the order. */
function addActivity(stretches: ActiveStretch[], paidAt: number, days: number): void {
  const last = stretches.at(-1)
  const until = activeUntilAfter(last?.until ?? null, paidAt, days)
  if (last === undefined || last.until < paidAt) stretches.push({ from: paidAt, until })
  else stretches[stretches.length - 1] = { from: last.from, until }
}

const termsOf = (plans: readonly PlanSegment[]): Terms[] =>
  plans.map(({ end, version }) => {
    const { minimumOrder, days } = version.plan.activity
    return { end, minimum: Number(minimumOrder), days }
  })

/** The orders of the asked partners that add activity, by `paidAt`. */
function ordersThatAdd(
  { size, buyer, paidAt, cents, cancelledBy }: OrderColumns,
  terms: readonly Terms[],
  asked: Uint8Array,
): number[] {
  const adding: number[] = []
  for (let order = 0; order < size; order += 1) {
    if (asked[buyer[order]!] === 0 || cancelledBy[order] !== 0) continue
    if (cents[order]! >= termsAt(terms, paidAt[order]!).minimum) adding.push(order)
  }
  const inTime = sortedOrder(Float64Array.from(adding, (order) => paidAt[order]!))
  return Array.from(inTime, (at) => adding[at]!)
}

function termsAt(terms: readonly Terms[], paidAt: number): Terms {
  let at = 0
  while (paidAt >= terms[at]!.end) at += 1
  return terms[at]!
}
