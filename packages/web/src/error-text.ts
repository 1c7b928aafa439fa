import type { i18n } from 'i18next'

/** The text of an error code in the reader's language; an unknown code is shown as it is. Source: requirements ERR-018. */
export function errorText({ t, exists }: i18n, code: string): string {
  const key = `errors.${code}`
  return exists(key) ? (t as (key: string) => string)(key) : code
}
