import { Note } from '@partner-office/ui'
import { errorText, type Form } from '@partner-office/web'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type FormNoteProps = {
  readonly form: Form
  /** What to do about a code, where there is more to say than what is wrong. */
  readonly help?: (code: string) => ReactNode
}

/** What is wrong with a form and none of its fields. */
export function FormNote({ form, help = () => null }: FormNoteProps) {
  const { i18n } = useTranslation()
  if (form.codes.length === 0) return null
  return (
    <Note tone="red" live>
      {form.codes.map((code) => (
        <div key={code}>
          <p>{errorText(i18n, code)}</p>
          {help(code)}
        </div>
      ))}
    </Note>
  )
}
