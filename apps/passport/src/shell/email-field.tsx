import { TextField } from '@partner-office/ui'
import type { Form } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

/** The address that an account is known by; password managers know it as the name of the user. */
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
