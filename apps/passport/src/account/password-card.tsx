import { putPassword } from '@partner-office/contracts'
import { Button, Card, Note, PasswordField } from '@partner-office/ui'
import { dateText, type Form, useForm } from '@partner-office/web'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { AccountName } from './account-name.tsx'
import { CardForm } from './card-form.tsx'
import { QUERY } from './queries.ts'
import { SaveButton } from './save-button.tsx'

/** The change of the password, which ends all other sessions. Source: decisions D-150. */
export function PasswordCard({ changedAt }: { changedAt: number | null }) {
  const { t } = useTranslation()
  const [step, setStep] = useState<'closed' | 'open' | 'done'>('closed')
  const meta =
    changedAt === null
      ? t('security.passwordFirst')
      : t('security.passwordAt', { day: dateText(changedAt) })
  return (
    <Card
      title={t('security.password')}
      action={
        step !== 'open' && <Button onClick={() => setStep('open')}>{t('security.change')}</Button>
      }
    >
      <p className="meta">{meta}</p>
      {step === 'open' && <ChangePassword onDone={() => setStep('done')} />}
      {step === 'done' && (
        <Note tone="green" live>
          {t('security.passwordDone')}
        </Note>
      )}
    </Card>
  )
}

const FIELDS = ['oldPassword', 'newPassword', 'repeat'] as const

function ChangePassword({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const { api } = usePassport()
  const queries = useQueryClient()
  const form = useForm({
    fields: FIELDS,
    send: async (body) => {
      await api.call('passport', putPassword, { body })
      await queries.invalidateQueries({ queryKey: QUERY.security })
      await queries.invalidateQueries({ queryKey: QUERY.sessions })
      onDone()
    },
  })
  return (
    <CardForm form={form} buttons={<SaveButton form={form}>{t('reset.submit')}</SaveButton>}>
      <AccountName />
      {FIELDS.map((field) => (
        <SecretField key={field} field={field} form={form} />
      ))}
    </CardForm>
  )
}

function SecretField({ field, form }: { field: (typeof FIELDS)[number]; form: Form }) {
  const { t } = useTranslation()
  return (
    <PasswordField
      label={t(`security.${field}`)}
      showLabel={t('form.showPassword')}
      hideLabel={t('form.hidePassword')}
      {...form.field(field)}
      autoComplete={field === 'oldPassword' ? 'current-password' : 'new-password'}
      autoFocus={field === 'oldPassword'}
      required
    />
  )
}
