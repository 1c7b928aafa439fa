import { PROFILE_TEXTS, type ProfileText } from '@partner-office/domain'

import { valuesVersion } from '../partners/values-version.ts'

/** What the form of the profile stores. */
export const FORM_COLUMNS = [...PROFILE_TEXTS, 'hideContacts'] as const

type FormValues = Readonly<Record<ProfileText, string>> & { readonly hideContacts: boolean }

export const profileVersion = (values: FormValues): string =>
  valuesVersion(FORM_COLUMNS.map((name) => values[name]))
