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
  bonusRank: '/$locale/bonuses/rank',
} as const

/** The dashboard as an address, where there is no router yet. */
export const dashboardAt = (locale: string): string => `/${locale}/dashboard`

/** The way to the sign-in as an address, where there is no router yet. */
export const loginAt = (locale: string): string => `/${locale}/login`

/** The same address in another language. */
export const inLanguage = (pathname: string, language: string): string =>
  pathname.replace(/^\/[^/]*/, `/${language}`)
