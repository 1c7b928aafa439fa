import type { Core } from '../../core/core.ts'
import type { PartnerBook } from '../partners/partner-book.ts'
import type { PoolBook } from './pool-book.ts'

/** What the calls of the bonuses are answered from. */
export type BonusSources = {
  readonly core: Core
  readonly people: PartnerBook
  readonly pools: PoolBook
}
