import type { OFFICE } from '@partner-office/contracts'

import type { Handlers } from '../../input/handlers.ts'
import type { Partner } from '../partner.ts'
import type { BonusSources } from './bonus-sources.ts'
import { readExplanation } from './explain/read-explanation.ts'
import { exportBonusHistory, readBonusHistory } from './read-bonus-history.ts'
import { readBonusMonths } from './read-bonus-months.ts'
import { BSP, DIAMOND, readCheckpoints, readRequirements, WINNER } from './read-checkpoints.ts'
import { INFINITY, readInfinity, readInfinityHistory } from './read-infinity.ts'
import { readLifestyle, readLifestyleHistory, readLifestyleRequirements } from './read-lifestyle.ts'
import { POOLS, readPools } from './read-pools.ts'
import { CYCLED_TURBO, readTurbo } from './read-turbo.ts'
import { readUnilevel } from './read-unilevel.ts'

/** The calls of the bonuses. Source: api.md, "Ranks and bonuses". */
export function bonusCalls(from: BonusSources): Handlers<typeof OFFICE.bonuses, Partner> {
  const { core } = from
  return {
    getInfinity: ({ query }, { partnerId }) => readInfinity(from, partnerId, query.bonusPeriod),
    getInfinityRequirements: ({ query }) => readRequirements(core, INFINITY, query.timestamp),
    getInfinityHistory: ({ query }, { partnerId }) => readInfinityHistory(from, partnerId, query),
    getDiamond: ({ query }, { partnerId }) =>
      readCheckpoints(from, partnerId, DIAMOND, query.bonusPeriod),
    getDiamondRequirements: ({ query }) => readRequirements(core, DIAMOND, query.timestamp),
    getDiamondPools: ({ query }, { partnerId }) => readPools(from, partnerId, query.poolsStartedAt),
    getDiamondPoolsRequirements: ({ query }) => readRequirements(core, POOLS, query.timestamp),
    getWinner: ({ query }, { partnerId }) =>
      readCheckpoints(from, partnerId, WINNER, query.bonusPeriod),
    getWinnerRequirements: ({ query }) => readRequirements(core, WINNER, query.timestamp),
    getLifestyle: ({ query }, { partnerId }) => readLifestyle(from, partnerId, query.bonusPeriod),
    getLifestyleRequirements: ({ query }, { partnerId }) =>
      readLifestyleRequirements(core, partnerId, query.timestamp),
    getLifestyleHistory: ({ query }, { partnerId }) => readLifestyleHistory(core, partnerId, query),
    getBsp: ({ query }, { partnerId }) => readCheckpoints(from, partnerId, BSP, query.bonusPeriod),
    getBspRequirements: ({ query }) => readRequirements(core, BSP, query.timestamp),
    getCycledTurbo: ({ query }, { partnerId }) => readTurbo(from, partnerId, query.bonusPeriod),
    getCycledTurboRequirements: ({ query }) =>
      readRequirements(core, CYCLED_TURBO, query.timestamp),
    getBonusExport: ({ query }, { partnerId }) => exportBonusHistory(core, partnerId, query),
    getBonusHistory: ({ query }, { partnerId }) => readBonusHistory(core, partnerId, query),
    getBonusExplanation: ({ query }, { partnerId }) => readExplanation(from, partnerId, query),
    getBonusMonths: ({ query }, { partnerId }) => readBonusMonths(core, partnerId, query.months),
    getUnilevel: () => readUnilevel(core),
  }
}
