import type console from '@partner-office/locales/en/console.json'
import type shared from '@partner-office/locales/en/shared.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false
    nsSeparator: false
    resources: { translation: typeof console & typeof shared }
  }
}
