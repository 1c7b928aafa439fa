import { PasswordField } from '@partner-office/ui'
import { type Form, refusedFields } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { AccountName } from './account-name.tsx'

/** Whether a form shows its password field: from the first answer on that asks for the password. */
export function usePasswordPrompt() {
  const [isAsked, setAsked] = useState(false)
  const onFailed = (error: Error): void => {
    if (refusedFields(error).includes('password')) setAsked(true)
  }
  /** Removes the field with what was typed, once the password was accepted. */
  const forget = (): void => setAsked(false)
  return { isAsked, onFailed, forget }
}

/** The own password, which changes of the sign-in ask for some minutes after a sign-in. */
export function PasswordPrompt({ form, isAsked }: { form: Form; isAsked: boolean }) {
  const { t } = useTranslation()
  if (!isAsked) return null
  return (
    <>
      <AccountName />
      <PasswordField
        label={t('security.ownPassword')}
        hint={t('security.ownPasswordHint')}
        showLabel={t('form.showPassword')}
        hideLabel={t('form.hidePassword')}
        {...form.field('password')}
        autoComplete="current-password"
        autoFocus
        required
      />
    </>
  )
}
