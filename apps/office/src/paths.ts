/** Every address of the office, by the name of its route. Source: requirements RTE-005. */
export const PATHS = {
  home: '/$locale',
  invite: '/$locale/partner/$referral',
  login: '/$locale/login',
  registration: '/$locale/registration/{-$referral}',
  catch: '/$locale/catch',
  logout: '/$locale/logout',
  dashboard: '/$locale/dashboard',
  myRank: '/$locale/my-rank',
  teamMy: '/$locale/team/my',
  teamTree: '/$locale/team/tree',
  bonuses: '/$locale/bonuses',
  bonusRank: '/$locale/bonuses/rank',
  bonusUnilevel: '/$locale/bonuses/unilevel',
  bonusInfinity: '/$locale/bonuses/infinity',
  bonusInfinityBonus: '/$locale/bonuses/infinity/bonus',
  bonusInfinityHistory: '/$locale/bonuses/infinity/history',
  bonusDiamond: '/$locale/bonuses/diamond',
  bonusDiamondPools: '/$locale/bonuses/diamond-pools',
  bonusWinner: '/$locale/bonuses/winner',
  bonusLifestyle: '/$locale/bonuses/lifestyle',
  bonusBsp: '/$locale/bonuses/bsp',
  bonusTurbo: '/$locale/bonuses/turbo',
  transactionsBonuses: '/$locale/transactions/bonuses',
} as const

/** The dashboard as an address, where there is no router yet. */
export const dashboardAt = (locale: string): string => `/${locale}/dashboard`

/** The way to the sign-in as an address, where there is no router yet. */
export const loginAt = (locale: string): string => `/${locale}/login`

/** The page of an invitation as an address, to be passed on. Source: requirements TEA-038. */
export const inviteAt = (locale: string, invite: string): string =>
  `/${locale}/partner/${encodeURIComponent(invite)}`

/** The same address in another language. */
export const inLanguage = (pathname: string, language: string): string =>
  pathname.replace(/^\/[^/]*/, `/${language}`)
