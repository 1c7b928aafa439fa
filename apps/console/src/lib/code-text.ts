import { errorText } from '@partner-office/web'
import type { i18n } from 'i18next'

/** The text of an error code for operators, who can do other things about some codes than partners can. */
export function codeText(texts: i18n, code: string): string {
  const key = `codes.${code}`
  return texts.exists(key) ? (texts.t as (key: string) => string)(key) : errorText(texts, code)
}
