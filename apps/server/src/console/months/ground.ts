import { type MonthClose, type ProgrammeTotal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { OrderGroup } from '../../business/months/late-orders.ts'
import type { Closing, StoredClosing } from '../../business/months/closing.ts'

/** A quote that a month is credited at. Units: `rate` as its plain decimal. */
export type UsedRate = {
  readonly id: number
  readonly from: 'EUR'
  readonly to: MissingRate['currency']
  readonly rate: string
  readonly setAt: number
}

/** A currency without a quote, and the first record that needs it. */
export type MissingRate = {
  readonly currency: ProgrammeTotal['currency']
  readonly first: {
    readonly partnerId: number
    readonly type: string
    readonly orderId: number
  } | null
}

/** A closed month with what its closing credited to it, by programme. */
export type ClosedMonth = {
  readonly closing: StoredClosing
  readonly totals: readonly ProgrammeTotal[]
}

/** All that the checks of a close look at. Units: `earned` 1e-8 EUR by row of the month's facts. */
export type Ground = {
  readonly core: Core
  readonly closing: Closing
  readonly month: MonthClose
  readonly totals: readonly ProgrammeTotal[]
  readonly partnerIds: readonly number[]
  readonly earned: BigInt64Array
  readonly missing: readonly MissingRate[]
  readonly rates: readonly UsedRate[]
  /** The months closed last before this one, three at most, the oldest first. */
  readonly before: readonly ClosedMonth[]
  /** The orders that make the closing correct earlier months. */
  readonly late: OrderGroup & { readonly orderIds: readonly number[] }
}
