import type office from '@partner-office/locales/en/office.json'
import type shared from '@partner-office/locales/en/shared.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false
    nsSeparator: false
    resources: { translation: typeof office & typeof shared }
  }
}
