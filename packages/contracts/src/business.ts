import { getBalances } from './balances.ts'
import { getFrontendConfig } from './config.ts'
import { getLegals, postLegals } from './legals.ts'
import { getProfile, putProfileLanguage } from './profile.ts'
import { getRangAll, getRangCurrent, getTurnoverRang, getTurnoverRangsAll } from './ranks.ts'
import { getTeam } from './team.ts'
import { getUser, getUserActivity } from './user.ts'

/** Every call of the business service. */
export const BUSINESS_CALLS = [
  getFrontendConfig,
  getProfile,
  putProfileLanguage,
  getUser,
  getUserActivity,
  getLegals,
  postLegals,
  getTeam,
  getRangCurrent,
  getRangAll,
  getTurnoverRang,
  getTurnoverRangsAll,
  getBalances,
] as const
