import { passwordProblem, SHORTEST_PASSWORD } from '@partner-office/domain'
import { Icon, PasswordField } from '@partner-office/ui'
import type { Form } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type NewPasswordFieldProps = { readonly form: Form; readonly name: string; readonly label: string }

/** A field for a new password, which shows whether the password is long enough. */
export function NewPasswordField({ form, name, label }: NewPasswordFieldProps) {
  const { t } = useTranslation()
  const [isGood, setGood] = useState(false)
  return (
    <PasswordField
      label={label}
      hint={
        <span className="in-row">
          <Icon name={isGood ? 'check' : 'more'} size={14} />
          {t('password.rule', { count: SHORTEST_PASSWORD })}
        </span>
      }
      showLabel={t('signIn.showPassword')}
      hideLabel={t('signIn.hidePassword')}
      {...form.field(name)}
      autoComplete="new-password"
      required
      onInput={({ currentTarget }) =>
        setGood(passwordProblem(currentTarget.value.normalize('NFC')) === null)
      }
    />
  )
}
