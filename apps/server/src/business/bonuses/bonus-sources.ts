import type { Core } from '../../core/core.ts'
import type { PartnerBook } from '../partners/partner-book.ts'
import type { PoolCache } from './pool-cache.ts'

/** What the bonus calls read from. */
export type BonusSources = {
  readonly core: Core
  readonly people: PartnerBook
  readonly pools: PoolCache
}
