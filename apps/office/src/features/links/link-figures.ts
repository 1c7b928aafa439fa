import type { LinkMonth } from '@partner-office/contracts'

import { exactShare } from '../../parts/figures/eur.ts'

type Figures = Omit<LinkMonth, 'month'>

/** The sums of some months. */
export const sumOf = (months: readonly LinkMonth[]): Figures => ({
  visits: months.some(({ visits }) => visits === null)
    ? null
    : months.reduce((sum, { visits }) => sum + visits!, 0),
  registrations: months.reduce((sum, { registrations }) => sum + registrations, 0),
  firstOrders: months.reduce((sum, { firstOrders }) => sum + firstOrders, 0),
})

/**
 * Percent that one count is of another; null without a whole to compare with.
 *
 * Rounding: down, to one decimal.
 */
export const rateOf = (part: number, whole: number | null): string | null =>
  whole === null || whole === 0 ? null : exactShare(BigInt(part), BigInt(whole))
