import { createHash } from 'node:crypto'

import { PROFILE_TEXTS, type ProfileText } from '@partner-office/domain'

/** What the form of the profile stores. */
export const FORM_COLUMNS = [...PROFILE_TEXTS, 'hideContacts'] as const

type FormValues = Readonly<Record<ProfileText, string>> & { readonly hideContacts: boolean }

/** Identifies the stored values of the form: a page that was opened with other values is outdated. */
export function profileVersion(values: FormValues): string {
  const told = FORM_COLUMNS.map((name) => values[name])
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22)
}
