/**
 * Partners in columns, a row each, in depth-first order: a downline is one stretch of rows, right
 * behind its partner, so that values that are read together are close in memory.
 *
 * Units: `parent` is the sponsor's row, -1 for a root; `end` is the first row after the downline;
 * epoch milliseconds; 1 for blocked.
 */
export type PartnerColumns = {
  readonly size: number
  readonly ids: Float64Array
  readonly parent: Int32Array
  readonly end: Int32Array
  readonly registeredAt: Float64Array
  readonly blocked: Uint8Array
}

/**
 * All orders paid before the end of the month, in any order, cancelled ones too.
 *
 * Units: `buyer` is a row; EUR cents, all together below 2^53; `fact` is the number the order was
 * stored under, `cancelledBy` that of its cancellation, 0 while it stands.
 */
export type OrderColumns = {
  readonly size: number
  readonly ids: Float64Array
  readonly buyer: Int32Array
  readonly paidAt: Float64Array
  readonly cents: Float64Array
  readonly fact: Float64Array
  readonly cancelledBy: Float64Array
}

/** The facts a month is computed from: everything stored up to a fact number. */
export type MonthFacts = { readonly partners: PartnerColumns; readonly orders: OrderColumns }

/** Whether an order counts: it was paid in `[start, end)` and stands. */
export function countsIn(orders: OrderColumns, order: number, start: number, end: number): boolean {
  const paidAt = orders.paidAt[order]!
  return paidAt >= start && paidAt < end && orders.cancelledBy[order] === 0
}
