import {
  postConsoleFactor,
  postConsoleLogin,
  postConsolePasskey,
  postConsolePasskeyOptions,
} from '@partner-office/contracts'
import { CodeField, PasswordField, TextField } from '@partner-office/ui'
import { useForm } from '@partner-office/web'
import { askPasskey, canUsePasskeys } from '@partner-office/web/passkeys.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import type { SignedIn } from '../../lib/session.ts'
import { FormFailure } from '../../shell/form-failure.tsx'
import { SubmitButton } from '../../shell/submit-button.tsx'
import { PasskeyButton } from '../../parts/passkey-button.tsx'
import { type AskedFactors, SecondFactor } from '../../parts/second-factor.tsx'

type SignInFormProps = {
  /** The address of the operator whose session has ended; it cannot be changed then. */
  readonly email?: string | undefined
  readonly onSignedIn: (signedIn: SignedIn) => void
}

/** Signs in with a passkey alone, or with a password and a second factor. Source: requirements OPR-004. */
export function SignInForm(props: SignInFormProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [asked, setAsked] = useState<AskedFactors | null>(null)
  if (asked !== null) {
    return (
      <SecondFactor
        asked={asked}
        button={t('signIn.submit')}
        send={async (body) => props.onSignedIn(await api.call(postConsoleFactor, { body }))}
        onBack={() => setAsked(null)}
      />
    )
  }
  return (
    <div className="stack gap-4">
      <PasskeyAlone onSignedIn={props.onSignedIn} />
      <PasswordForm {...props} onAsked={setAsked} />
    </div>
  )
}

function PasskeyAlone({ onSignedIn }: Pick<SignInFormProps, 'onSignedIn'>) {
  const { t } = useTranslation()
  const { api } = useConsole()
  if (!canUsePasskeys()) return <p className="meta">{t('signIn.noPasskeys')}</p>
  const signIn = async (): Promise<void> => {
    const passkey = await askPasskey(await api.call(postConsolePasskeyOptions))
    onSignedIn(await api.call(postConsolePasskey, { body: { passkey } }))
  }
  return (
    <>
      <PasskeyButton variant="primary" ask={signIn}>
        {t('signIn.passkey')}
      </PasskeyButton>
      <p className="or-line">{t('signIn.or')}</p>
    </>
  )
}

type PasswordFormProps = SignInFormProps & { readonly onAsked: (asked: AskedFactors) => void }

function PasswordForm({ email, ...props }: PasswordFormProps) {
  const { t } = useTranslation()
  const { form, code, change } = usePasswordForm({ ...props, email })
  return (
    <form {...form.props} className="stack gap-4">
      <TextField
        label={t('signIn.email')}
        {...form.field('email')}
        type="email"
        autoComplete="username"
        dir="ltr"
        autoFocus={email === undefined}
        readOnly={email !== undefined}
        required
      />
      <PasswordField
        label={t('signIn.password')}
        showLabel={t('signIn.showPassword')}
        hideLabel={t('signIn.hidePassword')}
        {...form.field('password')}
        autoComplete="current-password"
        autoFocus={email !== undefined}
        required
      />
      <div className="stack gap-1">
        <p className="field-head" aria-hidden="true">
          {t('code.label')}
        </p>
        <CodeField
          label={t('code.label')}
          hint={t('signIn.codeHint')}
          {...form.field('code')}
          value={code}
          onChange={change}
          onComplete={() => {}}
        />
      </div>
      <FormFailure form={form} />
      <SubmitButton
        form={form}
        variant={canUsePasskeys() ? 'secondary' : 'primary'}
        busyLabel={t('signIn.busy')}
      >
        {t('signIn.submit')}
      </SubmitButton>
    </form>
  )
}

/** The password is typed into the page and kept there; the code is left out by operators who use a passkey. */
function usePasswordForm({ email = '', onSignedIn, onAsked }: PasswordFormProps) {
  const { api } = useConsole()
  const [values, setValues] = useState({ email, password: '', code: '' })
  const form = useForm({
    fields: ['email', 'password', 'code'],
    required: ['email', 'password'],
    controlled: { values, change: (changes) => setValues({ ...values, ...changes }) },
    fieldOfCode: { incorrect_otp: 'code' },
    send: async (typed) => {
      const body = { email: typed['email'], password: typed['password'] ?? '', code: typed['code'] }
      const answer = await api.call(postConsoleLogin, { body })
      if ('factors' in answer) onAsked(answer)
      else onSignedIn(answer)
    },
    // A code counts once.
    onFailed: () => setValues((before) => ({ ...before, code: '' })),
  })
  return { form, code: values.code, change: (code: string) => form.change({ code }) }
}
