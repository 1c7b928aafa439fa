import { Note } from '@partner-office/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { errorText } from './error-text.ts'
import type { Form } from './use-form.ts'

type FormNoteProps = {
  readonly form: Pick<Form, 'codes'>
  /** What to do about an error code. */
  readonly help?: ((code: string) => ReactNode) | undefined
}

/** The errors that belong to no shown field of a form. */
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
