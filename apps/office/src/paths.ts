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
  team: '/$locale/team',
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
  bonusAdjustments: '/$locale/bonuses/adjustments',
  payout: '/$locale/payout',
  transactions: '/$locale/transactions',
  transactionsPayouts: '/$locale/transactions/payouts',
  transactionsBonuses: '/$locale/transactions/bonuses',
  transactionsReports: '/$locale/transactions/reports',
  support: '/$locale/support',
  disputes: '/$locale/disputes',
  links: '/$locale/links',
  profileGeneral: '/$locale/profile/general',
  profileNotifications: '/$locale/profile/notifications',
  statement: '/$locale/statement/{-$code}',
  pageNotFound: '/$locale/$',
} as const

/** The address of the dashboard, for use outside the router. */
export const dashboardAt = (locale: string): string => `/${locale}/dashboard`

/** The address of the home page, for use outside the router. */
export const homeAt = (locale: string): string => `/${locale}`

/** The address of the sign-in, for use outside the router. */
export const loginAt = (locale: string): string => `/${locale}/login`

/** The address of the registration, for use outside the router. Without `referral`, a stored referral counts. */
export const registrationAt = (locale: string, referral?: string): string =>
  `/${locale}/registration${referral === undefined ? '' : `/${encodeURIComponent(referral)}`}`

/** The address of a partner's invitation, to be shared. Source: requirements TEA-038. */
export const inviteAt = (locale: string, invite: string): string =>
  `/${locale}/partner/${encodeURIComponent(invite)}`

/** The address of an invitation or registration without what mails and messengers leave behind it: `/en/partner/CODE/).` */
export const withoutStrayEnd = (pathname: string): string =>
  pathname.replace(
    /^(\/[a-z]{2}\/(?:partner|registration)\/[^/]+)\/(?:[^\w/]|\/|%[0-9a-f]{2})*$/i,
    '$1',
  )

/** The address of the page about the income of partners, which the server renders; `month` as `2026-10`, without it the newest. */
export const incomeAt = (locale: string, month?: string): string =>
  `/${locale}/income${month === undefined ? '' : `?month=${month}`}`

/** The same address in another language. */
export const inLanguage = (pathname: string, language: string): string =>
  pathname.replace(/^\/[^/]*/, `/${language}`)
