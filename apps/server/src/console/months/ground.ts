import type { ProgrammeTotal } from '@partner-office/domain'

import type { ClosedPeriod } from '../../business/months/closed-period.ts'
import type { Closing, StoredClosing } from '../../business/months/closing.ts'
import type { Correction } from '../../business/months/largest-corrections.ts'
import type { OrderGroup } from '../../business/months/late-orders.ts'
import type { Core } from '../../core/core.ts'
import type { Finding } from './finding.ts'

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

/** What closing a month would credit. */
export type ComputedDryRun = {
  readonly records: number
  /** How many partners get something. */
  readonly partners: number
  /** Null where a rate is missing: amounts at an assumed rate are none. */
  readonly preview: ClosedPeriod | null
  /** The largest corrections of earlier months. */
  readonly largest: readonly Correction[]
  readonly totals: readonly ProgrammeTotal[]
  readonly missing: readonly MissingRate[]
  readonly rates: readonly UsedRate[]
  /** The months closed last before this one, three at most, the oldest first. */
  readonly before: readonly ClosedMonth[]
  /** The orders that make the closing correct earlier months. */
  readonly late: OrderGroup & { readonly orderIds: readonly number[] }
  /** What the checks have found that look at each partner. */
  readonly found: Readonly<Record<'newTop' | 'factor' | 'blocked', Finding>>
}

/** All that the checks of a close look at. */
export type Ground = ComputedDryRun & { readonly core: Core; readonly closing: Closing }
