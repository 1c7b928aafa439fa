import { postPasswordReset } from '@partner-office/contracts'
import { refusedFields, useForm } from '@partner-office/web'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { FormNote } from '../shell/form-note.tsx'
import { Gate } from '../shell/gate.tsx'
import { NewPasswordField } from '../shell/new-password-field.tsx'
import { nextStep } from '../shell/next-step.ts'
import { PageHead } from '../shell/page-head.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { SignInLink } from '../shell/sign-in-link.tsx'
import { SubmitButton } from '../shell/submit-button.tsx'

/** Where the link leads that sets a new password. */
export function ResetPage() {
  const { mailedToken } = usePassport()
  const [step, setStep] = useState<'form' | 'done' | 'over'>(mailedToken === '' ? 'over' : 'form')
  return (
    <Gate>
      {step === 'form' && (
        <SetPassword onDone={() => setStep('done')} onOver={() => setStep('over')} />
      )}
      {step === 'done' && <Done />}
      {step === 'over' && <LinkOver />}
    </Gate>
  )
}

function SetPassword({ onDone, onOver }: { onDone: () => void; onOver: () => void }) {
  const { t } = useTranslation()
  const { api, mailedToken: token } = usePassport()
  const form = useForm({
    fields: ['password'],
    send: async ({ password }) => {
      await api.call('passport', postPasswordReset, { body: { token, password } })
      onDone()
    },
    onFailed: (error) => {
      if (refusedFields(error).includes('token')) onOver()
    },
  })
  return (
    <>
      <PageHead title={t('reset.title')}>{t('reset.text')}</PageHead>
      <form {...form.props} className="stack g4">
        <NewPasswordField form={form} label={t('form.newPassword')} />
        <FormNote form={form} />
        <SubmitButton form={form} busyLabel={t('reset.busy')}>
          {t('reset.submit')}
        </SubmitButton>
      </form>
    </>
  )
}

function Done() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('reset.done')} mark="done">
        {t('reset.doneText')}
      </PageHead>
      <SignInLink className={nextStep}>{t('common.logIn')}</SignInLink>
    </>
  )
}

/** Unknown, used or too old: nobody is told which. */
function LinkOver() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('link.over')} mark="failed" isBad>
        {t('reset.over')}
      </PageHead>
      <PageLink to="forgot" className={nextStep}>
        {t('reset.again')}
      </PageLink>
    </>
  )
}
