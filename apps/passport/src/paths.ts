/** All paths of the passport, by the name of the page. */
export const PATHS = {
  home: '/$locale',
  login: '/$locale/login',
  registration: '/$locale/registration',
  confirm: '/$locale/confirm',
  forgot: '/$locale/forgot',
  reset: '/$locale/reset',
  emailConfirm: '/$locale/email-confirm',
  emailBack: '/$locale/email-back',
  mailsOff: '/$locale/mails-off',
  general: '/$locale/profile/general',
  passport: '/$locale/profile/passport',
  address: '/$locale/profile/address',
  additional: '/$locale/profile/additional',
  security: '/$locale/profile/security',
  resume: '/$locale/resume-account',
} as const

/** The same address in another language. */
export const inLanguage = (pathname: string, language: string): string =>
  pathname.replace(/^\/[^/]*/, `/${language}`)
