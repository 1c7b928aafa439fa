/** All paths of the passport, by the name of the page. */
export const PATHS = {
  home: '/$locale',
  login: '/$locale/login',
  registration: '/$locale/registration',
  confirm: '/$locale/confirm',
  forgot: '/$locale/forgot',
  reset: '/$locale/reset',
} as const

/** The same address in another language. */
export const inLanguage = (pathname: string, language: string): string =>
  pathname.replace(/^\/[^/]*/, `/${language}`)
