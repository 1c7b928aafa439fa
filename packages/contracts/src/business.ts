import { getBalances } from './balances.ts'
import {
  getBonusExplanation,
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
  getWinner,
  getWinnerRequirements,
} from './bonuses.ts'
import { getFrontendConfig } from './config.ts'
import { getLegals, postLegals } from './legals.ts'
import { getProfile, getPublicProfile, putProfileLanguage } from './profile.ts'
import { getRangAll, getRangCurrent, getTurnoverRang, getTurnoverRangsAll } from './ranks.ts'
import { getTeam, getTeamExport, getTeamPath, getTeamPicture } from './team.ts'
import { getUser, getUserActivity } from './user.ts'

/** Every call of the business service. */
export const BUSINESS_CALLS = [
  getFrontendConfig,
  getProfile,
  getPublicProfile,
  putProfileLanguage,
  getUser,
  getUserActivity,
  getLegals,
  postLegals,
  getTeam,
  getTeamExport,
  getTeamPath,
  getTeamPicture,
  getRangCurrent,
  getRangAll,
  getTurnoverRang,
  getTurnoverRangsAll,
  getInfinity,
  getInfinityRequirements,
  getInfinityHistory,
  getDiamond,
  getDiamondRequirements,
  getDiamondPools,
  getDiamondPoolsRequirements,
  getWinner,
  getWinnerRequirements,
  getLifestyle,
  getLifestyleRequirements,
  getLifestyleHistory,
  getBsp,
  getBspRequirements,
  getCycledTurbo,
  getCycledTurboRequirements,
  getBonusHistory,
  getBonusExplanation,
  getBonusMonths,
  getBalances,
] as const
