import { SHORTEST_PASSWORD, passwordProblem } from '@partner-office/domain'
import { Icon, PasswordField } from '@partner-office/ui'
import type { Form } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A field for a new password, which shows whether the password is valid. */
export function NewPasswordField({ form, label }: { form: Form; label: string }) {
  const { t } = useTranslation()
  const [isGood, setGood] = useState(false)
  return (
    <PasswordField
      label={label}
      hint={
        <span className={isGood ? 'rule done' : 'rule'}>
          <Icon name={isGood ? 'check' : 'more'} size={14} />
          {t('form.passwordRule', { count: SHORTEST_PASSWORD })}
        </span>
      }
      showLabel={t('form.showPassword')}
      hideLabel={t('form.hidePassword')}
      {...form.field('password')}
      autoComplete="new-password"
      size="lg"
      required
      onInput={({ currentTarget }) =>
        setGood(passwordProblem(currentTarget.value.normalize('NFC')) === null)
      }
    />
  )
}
