import { postPasswordForgot } from '@partner-office/contracts'
import { FormNote, useForm } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { EmailField } from '../shell/email-field.tsx'
import { Gate } from '../shell/gate.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { SignInLink } from '../shell/sign-in-link.tsx'
import { SubmitButton } from '../shell/submit-button.tsx'
import { ResetSent } from './reset-sent.tsx'

/** Requests a mail for a new password. The answer does not reveal whether the account exists. */
export function ForgotPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <Gate>
      {sentTo === null ? (
        <AskEmail onSent={setSentTo} />
      ) : (
        <ResetSent email={sentTo} onOther={() => setSentTo(null)} />
      )}
    </Gate>
  )
}

function AskEmail({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation()
  const { api } = usePassport()
  const form = useForm({
    fields: ['email'],
    send: async ({ email = '' }) => {
      await api.call('passport', postPasswordForgot, { body: { email } })
      onSent(email)
    },
  })
  return (
    <>
      <PageHead title={t('forgot.title')}>{t('forgot.text')}</PageHead>
      <form {...form.props} className="stack gap-4">
        <EmailField form={form} />
        <FormNote form={form} />
        <SubmitButton form={form} busyLabel={t('forgot.busy')}>
          {t('forgot.submit')}
        </SubmitButton>
      </form>
      <p className="center">
        <SignInLink>{t('forgot.back')}</SignInLink>
      </p>
    </>
  )
}
