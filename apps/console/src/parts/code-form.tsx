import { CodeField } from '@partner-office/ui'
import { useForm } from '@partner-office/web'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormFailure } from '../shell/form-failure.tsx'
import { SubmitButton } from '../shell/submit-button.tsx'

type CodeFormProps = {
  readonly button: string
  /** Above the field, such as the secret that the code comes from. */
  readonly children?: ReactNode
  readonly autoFocus?: boolean
  readonly send: (code: string) => Promise<void>
}

/** Asks for a code of the authenticator; a wrong one is typed anew. */
export function CodeForm({ button, children, autoFocus = false, send }: CodeFormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const form = useForm({
    fields: ['code'],
    controlled: { values: { code }, change: ({ code: typed = '' }) => setCode(typed) },
    fieldOfCode: { incorrect_otp: 'code' },
    send: ({ code: typed = '' }) => send(typed),
    onFailed: () => setCode(''),
  })
  return (
    <form {...form.props} className="stack gap-4">
      {children}
      <CodeField
        label={t('code.label')}
        hint={t('code.hint')}
        {...form.field('code')}
        value={code}
        onChange={(typed) => form.change({ code: typed })}
        onComplete={(typed) => form.submit({ code: typed })}
        autoFocus={autoFocus}
      />
      <FormFailure form={form} />
      <SubmitButton form={form} busyLabel={t('signIn.busy')}>
        {button}
      </SubmitButton>
    </form>
  )
}
