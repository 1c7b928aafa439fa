import { type PasskeyRequest } from '@partner-office/contracts'
import { Button, CodeField, TextField, VisuallyHidden } from '@partner-office/ui'
import { clockText, FormNote, useForm, useSecondsUntil } from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'

import { EmailText } from '../shell/email-text.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { SubmitButton } from '../shell/submit-button.tsx'
import type { Credentials, SecondFactor, SignIn } from '../lib/credentials.ts'
import { askPasskey, canUsePasskeys } from '@partner-office/web/passkeys.ts'
import { PasskeyButton } from './passkey-button.tsx'

const LENGTH = 6
/** Browsers give the clipboard only to pages with TLS. */
const canPaste = (): boolean => 'clipboard' in navigator && 'readText' in navigator.clipboard

type CodeStepProps = {
  readonly credentials: Credentials
  readonly factor: SecondFactor
  readonly signIn: SignIn
  readonly onBack: () => void
}

/** Asks for the code of the authenticator, a passkey of the account, or a recovery code. */
export function CodeStep(props: CodeStepProps) {
  const { t } = useTranslation()
  const { passkey } = props.factor
  const [isLost, setLost] = useState(false)
  if (isLost) return <RecoveryStep {...props} onBack={() => setLost(false)} />
  return (
    <>
      <AuthenticatorStep {...props} />
      {passkey !== undefined && canUsePasskeys() && <PasskeyFactor {...props} passkey={passkey} />}
      <p className="center">
        <button type="button" className="link link-button" onClick={() => setLost(true)}>
          {t('code.lost')}
        </button>
      </p>
    </>
  )
}

type PasskeyFactorProps = CodeStepProps & { readonly passkey: PasskeyRequest }

function PasskeyFactor({ passkey, credentials, signIn }: PasskeyFactorProps) {
  const { t } = useTranslation()
  const request = useRef(passkey)
  const proof = useMutation({
    mutationFn: async () => {
      const answer = await askPasskey(request.current)
      await signIn
        .withPassword({ ...credentials, passkey: answer })
        .catch(async (error: unknown) => {
          // The answer has used its challenge up.
          const again = await signIn.withPassword(credentials).catch(() => null)
          request.current = again?.passkey ?? request.current
          throw error
        })
    },
  })
  return (
    <PasskeyButton proof={proof} onPress={() => proof.mutate()} notUsed={t('code.passkeyNotUsed')}>
      {t('code.passkey')}
    </PasskeyButton>
  )
}

function RecoveryStep({ credentials, signIn, onBack }: CodeStepProps) {
  const { t } = useTranslation()
  const form = useForm({
    fields: ['code'],
    send: async ({ code = '' }) => {
      await signIn.withPassword({ ...credentials, code })
    },
  })
  return (
    <>
      <PageHead title={t('code.recoveryTitle')}>{t('code.recoveryLead')}</PageHead>
      <form {...form.props} className="stack gap-4">
        <TextField
          label={t('code.recoveryLabel')}
          {...form.field('code')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          size="lg"
          autoFocus
          required
        />
        <FormNote form={form} />
        <SubmitButton form={form} busyLabel={t('login.busy')}>
          {t('login.title')}
        </SubmitButton>
        <Button variant="ghost" icon="back" onClick={onBack}>
          {t('code.back')}
        </Button>
      </form>
    </>
  )
}

function AuthenticatorStep({ credentials, signIn, onBack }: CodeStepProps) {
  const { t } = useTranslation()
  const { form, code, change } = useCode(credentials, signIn)
  const wait = useSecondsUntil(form.retryAt)
  const paste = (pasted: string): void => {
    change(pasted)
    if (pasted.length === LENGTH) form.submit({ code: pasted })
  }
  return (
    <>
      <PageHead title={t('code.title')}>
        <Trans
          i18nKey="code.lead"
          components={{ email: <EmailText email={credentials.email} /> }}
        />
      </PageHead>
      <form {...form.props} className="stack gap-4">
        <CodeField
          label={t('code.label')}
          hint={wait > 0 ? t('form.wait', { time: clockText(wait) }) : t('code.hint')}
          {...form.field('code')}
          autoFocus
          value={code}
          onChange={change}
          onComplete={(typed) => form.submit({ code: typed })}
          disabled={wait > 0}
        />
        <FormNote form={form} />
        <CodeActions isWaiting={wait > 0} onBack={onBack} onPaste={paste} />
        <VisuallyHidden>
          <span role="status">{form.isBusy && t('code.busy')}</span>
        </VisuallyHidden>
      </form>
    </>
  )
}

function useCode(credentials: Credentials, signIn: SignIn) {
  const [code, setCode] = useState('')
  const form = useForm({
    fields: ['code'],
    send: async ({ code: typed = '' }) => {
      await signIn.withPassword({ ...credentials, code: typed })
    },
    controlled: { values: { code }, change: ({ code: typed = '' }) => setCode(typed) },
    onFailed: () => setCode(''),
  })
  return { form, code, change: (typed: string) => form.change({ code: typed }) }
}

type CodeActionsProps = {
  readonly isWaiting: boolean
  readonly onBack: () => void
  /** Receives the digits of the clipboard, at most as many as a code has. */
  readonly onPaste: (digits: string) => void
}

function CodeActions({ isWaiting, onBack, onPaste }: CodeActionsProps) {
  const { t } = useTranslation()
  const paste = async (): Promise<void> => {
    // A visitor who refuses access to the clipboard can still paste by hand.
    const text = await navigator.clipboard.readText().catch(() => '')
    onPaste(text.replaceAll(/\D/g, '').slice(0, LENGTH))
  }
  return (
    <div className="in-row between">
      <Button variant="ghost" icon="back" onClick={onBack}>
        {t('code.back')}
      </Button>
      {canPaste() && (
        <Button variant="ghost" icon="copy" disabled={isWaiting} onClick={() => void paste()}>
          {t('code.paste')}
        </Button>
      )}
    </div>
  )
}
