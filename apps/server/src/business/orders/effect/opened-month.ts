import type { OrderCounts } from '@partner-office/contracts'

import type { Core } from '../../../core/core.ts'
import type { BonusContext } from '../../bonuses/bonus-context.ts'
import type { OrderWithPath } from '../../bonuses/explain/explained-order.ts'

/** An order in the month of its payment. `levels`: the levels that its plan pays. */
export type OpenedMonth = {
  readonly core: Core
  readonly context: BonusContext
  readonly order: OrderWithPath
  readonly counts: OrderCounts
  readonly levels: number
  /** Such as "2025-10". */
  readonly month: string
  /** The partners above the buyer, nearest first. */
  readonly above: readonly number[]
}
