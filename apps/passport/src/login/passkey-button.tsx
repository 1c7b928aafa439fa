import { Button, Note } from '@partner-office/ui'
import { codeOf, errorText } from '@partner-office/web'
import type { UseMutationResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { NoPasskey } from '@partner-office/web/passkeys.ts'

type PasskeyButtonProps = {
  readonly proof: Pick<UseMutationResult, 'error' | 'isPending' | 'isSuccess'>
  readonly onPress: () => void
  /** What a visitor is told who has used no passkey. */
  readonly notUsed: string
  readonly children: string
}

/** Begins a sign-in with a passkey, and says why it has failed. */
export function PasskeyButton({ proof, onPress, notUsed, children }: PasskeyButtonProps) {
  const { i18n } = useTranslation()
  const { error } = proof
  return (
    <div className="stack gap-3">
      {error !== null && (
        <Note tone="red" live>
          {error instanceof NoPasskey ? notUsed : errorText(i18n, codeOf(error))}
        </Note>
      )}
      <Button
        size="lg"
        block
        icon="lock"
        busy={proof.isPending || proof.isSuccess}
        onClick={onPress}
      >
        {children}
      </Button>
    </div>
  )
}
