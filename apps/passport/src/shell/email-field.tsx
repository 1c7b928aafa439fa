import { TextField } from '@partner-office/ui'
import type { Form } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

type EmailFieldProps = {
  readonly form: Form
  readonly value?: string
  /** Whether the page begins with the field, which then has the focus. */
  readonly isFirst?: boolean
  /** Whether the browser may suggest passkeys in it. */
  readonly hasPasskeys?: boolean
}

/** The e-mail address of an account; password managers fill it in as the user name. */
export function EmailField({
  form,
  value = '',
  isFirst = false,
  hasPasskeys = false,
}: EmailFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('form.email')}
      {...form.field('email')}
      type="email"
      inputMode="email"
      autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      size="lg"
      required
      autoFocus={isFirst}
      defaultValue={value}
    />
  )
}
