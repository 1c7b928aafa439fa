import type { Core } from '../../core/core.ts'
import type { BonusSources } from '../bonuses/bonus-sources.ts'
import { PoolCache } from '../bonuses/pool-cache.ts'
import type { PartnerBook } from '../partners/partner-book.ts'
import { RankPasts } from '../ranks/rank-past.ts'

/** What explanations of disputed things read from: the same as the calls of the office. */
export type DisputeSources = BonusSources & { readonly pasts: RankPasts }

/** Sources with caches of their own. */
export const disputeSources = (core: Core, people: PartnerBook): DisputeSources => ({
  core,
  people,
  pools: new PoolCache(),
  pasts: new RankPasts(core, people),
})
