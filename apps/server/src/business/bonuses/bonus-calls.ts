import {
  getBonusExplanation,
  getBonusExport,
  getBonusHistory,
  getBonusMonths,
  getBsp,
  getBspRequirements,
  getCycledTurbo,
  getCycledTurboRequirements,
  getDiamond,
  getDiamondPools,
  getDiamondPoolsRequirements,
  getDiamondRequirements,
  getInfinity,
  getInfinityHistory,
  getInfinityRequirements,
  getLifestyle,
  getLifestyleHistory,
  getLifestyleRequirements,
  getUnilevel,
  getWinner,
  getWinnerRequirements,
} from '@partner-office/contracts'

import type { ServePartner } from '../serve-partner.ts'
import type { Core } from '../../core/core.ts'
import type { PartnerBook } from '../partners/partner-book.ts'
import type { BonusSources } from './bonus-sources.ts'
import { readExplanation } from './explain/read-explanation.ts'
import { PoolCache } from './pool-cache.ts'
import { exportBonusHistory, readBonusHistory } from './read-bonus-history.ts'
import { readBonusMonths } from './read-bonus-months.ts'
import { BSP, DIAMOND, readCheckpoints, readRequirements, WINNER } from './read-checkpoints.ts'
import { INFINITY, readInfinity, readInfinityHistory } from './read-infinity.ts'
import { readLifestyle, readLifestyleHistory, readLifestyleRequirements } from './read-lifestyle.ts'
import { POOLS, readPools } from './read-pools.ts'
import { CYCLED_TURBO, readTurbo } from './read-turbo.ts'
import { readUnilevel } from './read-unilevel.ts'

/** The calls of the bonuses. Source: api.md, "Ranks and bonuses". */
export function bonusCalls(serve: ServePartner, core: Core, people: PartnerBook): void {
  const from: BonusSources = { core, people, pools: new PoolCache() }

  serve(getInfinity, ({ query }, partnerId) => readInfinity(from, partnerId, query.bonusPeriod))
  serve(getInfinityRequirements, ({ query }) => readRequirements(core, INFINITY, query.timestamp))
  serve(getInfinityHistory, ({ query }, partnerId) => readInfinityHistory(from, partnerId, query))
  serve(getDiamond, ({ query }, partnerId) =>
    readCheckpoints(from, partnerId, DIAMOND, query.bonusPeriod),
  )
  serve(getDiamondRequirements, ({ query }) => readRequirements(core, DIAMOND, query.timestamp))
  serve(getDiamondPools, ({ query }, partnerId) => readPools(from, partnerId, query.poolsStartedAt))
  serve(getDiamondPoolsRequirements, ({ query }) => readRequirements(core, POOLS, query.timestamp))
  serve(getWinner, ({ query }, partnerId) =>
    readCheckpoints(from, partnerId, WINNER, query.bonusPeriod),
  )
  serve(getWinnerRequirements, ({ query }) => readRequirements(core, WINNER, query.timestamp))
  serve(getLifestyle, ({ query }, partnerId) => readLifestyle(from, partnerId, query.bonusPeriod))
  serve(getLifestyleRequirements, ({ query }, partnerId) =>
    readLifestyleRequirements(core, partnerId, query.timestamp),
  )
  serve(getLifestyleHistory, ({ query }, partnerId) => readLifestyleHistory(core, partnerId, query))
  serve(getBsp, ({ query }, partnerId) => readCheckpoints(from, partnerId, BSP, query.bonusPeriod))
  serve(getBspRequirements, ({ query }) => readRequirements(core, BSP, query.timestamp))
  serve(getCycledTurbo, ({ query }, partnerId) => readTurbo(from, partnerId, query.bonusPeriod))
  serve(getCycledTurboRequirements, ({ query }) =>
    readRequirements(core, CYCLED_TURBO, query.timestamp),
  )
  serve(getBonusExport, ({ query }, partnerId) => exportBonusHistory(core, partnerId, query))
  serve(getBonusHistory, ({ query }, partnerId) => readBonusHistory(core, partnerId, query))
  serve(getBonusExplanation, ({ query }, partnerId) => readExplanation(from, partnerId, query))
  serve(getBonusMonths, ({ query }, partnerId) => readBonusMonths(core, partnerId, query.months))
  serve(getUnilevel, () => readUnilevel(core))
}
