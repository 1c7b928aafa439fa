import type { CallReply, PasskeyAnswer, postFreshOptions } from '@partner-office/contracts'
import { Button } from '@partner-office/ui'
import { askPasskey, canUsePasskeys } from '@partner-office/web/passkeys.ts'
import { useTranslation } from 'react-i18next'

import { CodeForm } from './code-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'

export type AskedFactors = CallReply<typeof postFreshOptions>

type SecondFactorProps = {
  readonly asked: AskedFactors
  readonly button: string
  readonly send: (factor: {
    readonly code?: string
    readonly passkey?: PasskeyAnswer
  }) => Promise<void>
  readonly onBack: () => void
}

/** Asks for the code of the authenticator or for a passkey, whichever the operator has. */
export function SecondFactor({ asked, button, send, onBack }: SecondFactorProps) {
  const { t } = useTranslation()
  const { passkey } = asked
  const hasPasskey = passkey !== undefined && canUsePasskeys()
  const hasCode = asked.factors.includes('authenticator')
  return (
    <div className="stack gap-4">
      {hasPasskey && (
        <PasskeyButton
          variant={hasCode ? 'secondary' : 'primary'}
          ask={async () => send({ passkey: await askPasskey(passkey) })}
        >
          {t('factor.passkey')}
        </PasskeyButton>
      )}
      {hasPasskey && hasCode && <p className="or-line">{t('signIn.or')}</p>}
      {hasCode && <CodeForm button={button} autoFocus send={(code) => send({ code })} />}
      {!hasCode && !hasPasskey && <p className="subdued">{t('signIn.noPasskeys')}</p>}
      <Button variant="ghost" icon="back" onClick={onBack}>
        {t('factor.back')}
      </Button>
    </div>
  )
}
