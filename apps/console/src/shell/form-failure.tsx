import { Note } from '@partner-office/ui'
import { clockText, type Form, useSecondsUntil } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { codeText } from '../lib/code-text.ts'

/** The errors that belong to no shown field of a form. */
export function FormFailure({ form }: { readonly form: Form }) {
  const { t, i18n } = useTranslation()
  const wait = useSecondsUntil(form.retryAt)
  if (form.codes.length === 0) return null
  return (
    <Note tone="red" live>
      {form.codes.map((code) => (
        <p key={code}>{codeText(i18n, code)}</p>
      ))}
      {wait > 0 && <p>{t('form.wait', { time: clockText(wait) })}</p>}
    </Note>
  )
}
