import type passport from '@partner-office/locales/en/passport.json'
import type shared from '@partner-office/locales/en/shared.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false
    nsSeparator: false
    resources: { translation: typeof passport & typeof shared }
  }
}
