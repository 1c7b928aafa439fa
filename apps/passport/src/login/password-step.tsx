import { PasswordField } from '@partner-office/ui'
import { type Form, FormNote, refusedFields, useForm } from '@partner-office/web'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'

import { EmailField } from '../shell/email-field.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { SubmitButton } from '../shell/submit-button.tsx'
import type { Credentials, SecondFactor, SignIn } from '../lib/credentials.ts'
import { canUsePasskeys } from '@partner-office/web/passkeys.ts'
import { timeText } from '../lib/time-text.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'

type PasswordStepProps = {
  readonly email: string
  /** What the visitor signs in for. */
  readonly lead: ReactNode
  readonly signIn: SignIn
  readonly onSecondFactor: (credentials: Credentials, factor: SecondFactor) => void
  /** The service refused the application or the way back in the address of the page. */
  readonly onRefused: () => void
}

const REQUEST = ['application', 'backUrl', 'challenge']

/** Asks for the e-mail address and the password, or for a passkey. */
export function PasswordStep({ email, lead, ...events }: PasswordStepProps) {
  const { t } = useTranslation()
  const form = usePassword(events)
  return (
    <>
      <PageHead title={t('login.title')}>{lead}</PageHead>
      <form {...form.props} className="stack gap-4">
        <EmailField form={form} value={email} isFirst hasPasskeys={canUsePasskeys()} />
        <PasswordField
          label={t('form.password')}
          showLabel={t('form.showPassword')}
          hideLabel={t('form.hidePassword')}
          {...form.field('password')}
          autoComplete="current-password"
          size="lg"
          required
        />
        <FormNote form={form} help={(code) => <Help code={code} retryAt={form.retryAt} />} />
        <SubmitButton form={form} busyLabel={t('login.busy')}>
          {t('login.title')}
        </SubmitButton>
        <p className="meta">
          <PageLink to="forgot">{t('login.forgot')}</PageLink>
        </p>
      </form>
      <PasskeySignIn signIn={events.signIn} />
      <p className="meta last">
        <Trans i18nKey="login.register" components={{ a: <PageLink to="registration" /> }} />
      </p>
    </>
  )
}

function usePassword({
  signIn,
  onSecondFactor,
  onRefused,
}: Omit<PasswordStepProps, 'email' | 'lead'>): Form {
  return useForm({
    fields: ['email', 'password'],
    send: async ({ email = '', password = '' }) => {
      const known = { email, password }
      const factor = await signIn.withPassword(known)
      if (factor !== null) onSecondFactor(known, factor)
    },
    onFailed: (error) => {
      if (refusedFields(error).some((field) => REQUEST.includes(field))) onRefused()
    },
  })
}

const HELP = {
  user_account_locked: 'login.locked',
  unverified_user: 'login.unverified',
} as const

type HelpProps = Pick<Form, 'retryAt'> & { readonly code: string }

/** The next step for an account that may not sign in yet. Source: decisions D-031. */
function Help({ code, retryAt }: HelpProps) {
  const { t } = useTranslation()
  if (!(code in HELP)) return null
  const key = HELP[code as keyof typeof HELP]
  return (
    <>
      {code === 'user_account_locked' && retryAt > 0 && (
        <p>{t('login.lockedUntil', { time: timeText(retryAt) })}</p>
      )}
      <p>
        <Trans i18nKey={key} components={{ a: <PageLink to="forgot" /> }} />
      </p>
    </>
  )
}
