import { useDocumentTitle } from '@partner-office/web'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'

import type { PATHS } from '../paths.ts'

export type PageName = keyof typeof PATHS

/** What each page is called in the title of the document: for one of several views, the view before the page. */
const TITLES: Readonly<Record<PageName, readonly ParseKeys[]>> = {
  home: ['home.title'],
  invite: ['invite.title'],
  login: ['common.logIn'],
  registration: ['common.signUp'],
  catch: ['common.logIn'],
  logout: ['common.logOut'],
  dashboard: ['dashboard.title'],
  myRank: ['rank.title'],
  team: ['team.title'],
  teamMy: ['team.title'],
  teamTree: ['team.tab.tree', 'team.title'],
  bonuses: ['bonuses.title'],
  bonusRank: ['rank.bonusTitle'],
  bonusUnilevel: ['unilevel.title'],
  bonusInfinity: ['infinity.title'],
  bonusInfinityBonus: ['infinity.title'],
  bonusInfinityHistory: ['infinity.tab.history', 'infinity.title'],
  bonusDiamond: ['programmes.DIAMOND.title'],
  bonusDiamondPools: ['programmes.DIAMOND_POOL.title'],
  bonusWinner: ['programmes.WINNER.title'],
  bonusLifestyle: ['programmes.LIFESTYLE.title'],
  bonusBsp: ['programmes.BSP.title'],
  bonusTurbo: ['programmes.CYCLED_TURBO.title'],
  bonusAdjustments: ['adjustments.title'],
  payout: ['payout.title'],
  transactions: ['transactions.title'],
  transactionsPayouts: ['transactions.title'],
  transactionsBonuses: ['bonusHistory.title'],
  transactionsReports: ['reports.title'],
  support: ['support.title'],
  disputes: ['disputes.title'],
  links: ['links.title'],
  profileGeneral: ['profile.title'],
  profileNotifications: ['profile.tab.notifications', 'profile.title'],
  statement: ['statement.title'],
  pageNotFound: ['notFound.title'],
}

/** The title of a page, without that of the office. */
export const titleOf = (page: PageName, t: (key: ParseKeys) => string): string =>
  TITLES[page].map((key) => t(key)).join(' · ')

/** Names a page in the title of the document. */
export function usePageTitle(page: PageName): void {
  const { t } = useTranslation()
  useDocumentTitle(titleOf(page, (key) => t(key)))
}
