import { DAY_MS } from '../instant.ts'

/** An own order that is large enough to add activity, and the days it adds. */
export type ActivityOrder = { readonly paidAt: number; readonly days: number }

/**
 * Until when a partner is active after one more own order that counts for activity. Orders must
 * come by `paidAt`; `foldActivity` sees to that.
 *
 * Units: epoch milliseconds; days of 24 hours.
 * Source: decisions C8.
 */
export function activeUntilAfter(activeUntil: number | null, paidAt: number, days: number): number {
  return Math.max(activeUntil ?? paidAt, paidAt) + days * DAY_MS
}

/**
 * Until when a partner is active after all these orders, in whatever order they are given; null
 * without any. The answer may be past.
 *
 * Units: epoch milliseconds.
 * Source: decisions C8, C11.3.
 */
export function foldActivity(orders: readonly ActivityOrder[]): number | null {
  return orders
    .toSorted((a, b) => a.paidAt - b.paidAt)
    .reduce<number | null>((until, { paidAt, days }) => activeUntilAfter(until, paidAt, days), null)
}

/**
 * Whether a partner is active at an instant; the very last instant is no longer active. Only orders
 * paid up to `at` may be folded into `activeUntil`, or a gap before a later one is overlooked.
 *
 * Source: decisions C8.
 */
export function isActiveAt(activeUntil: number | null, at: number): boolean {
  return activeUntil !== null && activeUntil > at
}
