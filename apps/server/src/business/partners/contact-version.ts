import { valuesVersion } from './values-version.ts'

type ContactValues = { readonly phone: string; readonly language: string }

export const contactVersion = ({ phone, language }: ContactValues): string =>
  valuesVersion([phone, language])
