import { Button, Note } from '@partner-office/ui'
import { codeOf } from '@partner-office/web'
import { NoPasskey } from '@partner-office/web/passkeys.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { codeText } from '../lib/code-text.ts'

type PasskeyButtonProps = {
  readonly variant: 'primary' | 'secondary'
  /** Asks for the passkey and sends it. */
  readonly ask: () => Promise<void>
  readonly children: string
}

/** Asks for a passkey, and says why it was of no use. */
export function PasskeyButton({ variant, ask, children }: PasskeyButtonProps) {
  const { t, i18n } = useTranslation()
  const proof = useMutation({ mutationFn: ask })
  const { error } = proof
  return (
    <div className="stack gap-3">
      <Button
        variant={variant}
        block
        icon="key"
        busy={proof.isPending}
        onClick={() => proof.mutate()}
      >
        {children}
      </Button>
      {error !== null && (
        <Note tone="red" live>
          {error instanceof NoPasskey ? t('factor.passkeyNotUsed') : codeText(i18n, codeOf(error))}
        </Note>
      )}
    </div>
  )
}
