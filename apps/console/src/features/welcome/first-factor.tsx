import { type CallReply, type postWelcome, postWelcomeConfirm } from '@partner-office/contracts'
import { useHeadingFocus } from '@partner-office/web'
import { canUsePasskeys, createPasskey } from '@partner-office/web/passkeys.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { AuthenticatorSecret } from '../../parts/authenticator-secret.tsx'
import { CodeForm } from '../../parts/code-form.tsx'
import { PATHS } from '../../paths.ts'
import { PasskeyButton } from '../../parts/passkey-button.tsx'

export type Begun = CallReply<typeof postWelcome>

type FirstFactorProps = { readonly token: string; readonly begun: Begun }

/** The second factor of the first sign-in: an authenticator, or a passkey instead. */
export function FirstFactor({ token, begun }: FirstFactorProps) {
  const { t } = useTranslation()
  const heading = useHeadingFocus()
  const confirm = useConfirm(token)
  const { passkey, secret, otpauthUrl } = begun
  return (
    <div className="stack gap-4">
      <h2 className="heading-3" tabIndex={-1} ref={heading}>
        {t('welcome.factor')}
      </h2>
      <CodeForm button={t('welcome.finish')} send={(code) => confirm({ code })}>
        <AuthenticatorSecret secret={secret} otpauthUrl={otpauthUrl} />
      </CodeForm>
      {passkey !== undefined && canUsePasskeys() && (
        <>
          <p className="or-line">{t('signIn.or')}</p>
          <PasskeyButton
            variant="secondary"
            ask={async () => confirm({ passkey: await createPasskey(passkey) })}
          >
            {t('welcome.passkey')}
          </PasskeyButton>
        </>
      )}
    </div>
  )
}

type Factor = {
  readonly code?: string
  readonly passkey?: Awaited<ReturnType<typeof createPasskey>>
}

/** Finishes the first sign-in, and opens the console. */
function useConfirm(token: string): (factor: Factor) => Promise<void> {
  const { api, session } = useConsole()
  const navigate = useNavigate()
  return async (body) => {
    session.open(await api.call(postWelcomeConfirm, { params: { token }, body }))
    session.used()
    await navigate({ to: PATHS.start, replace: true })
  }
}
