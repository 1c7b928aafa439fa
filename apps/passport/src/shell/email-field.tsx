import { TextField } from '@partner-office/ui'
import type { Form } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

/** The e-mail address of an account; password managers fill it in as the user name. */
export function EmailField({ form, value = '' }: { form: Form; value?: string }) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('form.email')}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      size="lg"
      required
      defaultValue={value}
      error={form.errorOf('email')}
    />
  )
}
