import type { i18n } from 'i18next'

/** What an error code says in the reader's language; an unknown code is shown raw. Source: requirements ERR-018. */
export function errorText({ t, exists }: i18n, code: string): string {
  const key = `errors.${code}`
  return exists(key) ? (t as (key: string) => string)(key) : code
}
