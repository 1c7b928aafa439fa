import { postPasswordReset, postPasswordResetCheck } from '@partner-office/contracts'
import { Loader } from '@partner-office/ui'
import { codeOf, FormNote, refusedFields, useForm } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { usePassport } from '../lib/passport.ts'
import { Gate } from '../shell/gate.tsx'
import { NewPasswordField } from '../shell/new-password-field.tsx'
import { nextStep } from '../shell/next-step.ts'
import { PageHead } from '../shell/page-head.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { SubmitButton } from '../shell/submit-button.tsx'
import { UserName } from '../shell/user-name.tsx'
import { LinkDone } from './link-done.tsx'
import { LinkOver } from './link-over.tsx'

/** Sets a new password with the token of a mailed link. */
export function ResetPage() {
  const { t } = useTranslation()
  const { mailedToken } = usePassport()
  const [step, setStep] = useState<'form' | 'done' | 'over'>(mailedToken === '' ? 'over' : 'form')
  return (
    <Gate>
      {step === 'form' && (
        <CheckedLink onDone={() => setStep('done')} onOver={() => setStep('over')} />
      )}
      {step === 'done' && <LinkDone title={t('reset.done')} text={t('reset.doneText')} />}
      {step === 'over' && <ResetLinkOver />}
    </Gate>
  )
}

/** Says that the link is over before a password is typed. Without an answer, the password's own call says it. */
function CheckedLink(steps: { onDone: () => void; onOver: () => void }) {
  const { t } = useTranslation()
  const { api, mailedToken: token } = usePassport()
  const link = useQuery({
    queryKey: ['reset link'],
    queryFn: ({ signal }) =>
      api.call('passport', postPasswordResetCheck, { body: { token }, quiet: true, signal }),
  })
  if (link.isPending) return <Loader label={t('common.loading')} />
  if (codeOf(link.error) === 'not_found') return <ResetLinkOver />
  return <SetPassword {...steps} email={link.data?.email} />
}

type SetPasswordProps = {
  readonly onDone: () => void
  readonly onOver: () => void
  /** The account's address; undefined while the link could not be checked. */
  readonly email: string | undefined
}

function SetPassword({ onDone, onOver, email }: SetPasswordProps) {
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
      <form {...form.props} className="stack gap-4">
        {email !== undefined && <UserName email={email} />}
        <NewPasswordField form={form} label={t('form.newPassword')} />
        <FormNote form={form} />
        <SubmitButton form={form} busyLabel={t('reset.busy')}>
          {t('reset.submit')}
        </SubmitButton>
      </form>
    </>
  )
}

function ResetLinkOver() {
  const { t } = useTranslation()
  return (
    <LinkOver text={t('reset.over')}>
      <PageLink to="forgot" className={nextStep}>
        {t('reset.again')}
      </PageLink>
    </LinkOver>
  )
}
