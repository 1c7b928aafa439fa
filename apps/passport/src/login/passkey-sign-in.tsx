import { type PasskeyAnswer, postLoginPasskeyOptions } from '@partner-office/contracts'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import type { SignIn } from '../lib/credentials.ts'
import {
  askPasskey,
  canSuggestPasskeys,
  canUsePasskeys,
  suggestPasskey,
  withdrawPasskeys,
} from '@partner-office/web/passkeys.ts'
import { usePassport } from '../lib/passport.ts'
import { PasskeyButton } from './passkey-button.tsx'

/** Signs in with a passkey: by a button, or as a suggestion of the e-mail field where the browser has them. */
export function PasskeySignIn({ signIn }: { readonly signIn: SignIn }) {
  const { t } = useTranslation()
  const { api } = usePassport()
  const proof = useMutation({
    mutationFn: async (chosen: PasskeyAnswer | null) => {
      const request = () => api.call('passport', postLoginPasskeyOptions)
      await signIn.withPasskey(chosen ?? (await askPasskey(await request())))
    },
  })
  useSuggestions(proof.mutateAsync)
  if (!canUsePasskeys()) return null
  return (
    <PasskeyButton
      proof={proof}
      onPress={() => proof.mutate(null)}
      notUsed={t('login.passkeyNotUsed')}
    >
      {t('login.passkey')}
    </PasskeyButton>
  )
}

/** Suggests passkeys in the e-mail field until one was accepted, or the page or another request ends it. */
function useSuggestions(prove: (chosen: PasskeyAnswer) => Promise<void>): void {
  const { api } = usePassport()
  useEffect(() => {
    let isLeft = false
    const suggest = async (): Promise<void> => {
      if (isLeft || !(await canSuggestPasskeys())) return
      const request = await api.call('passport', postLoginPasskeyOptions)
      if (isLeft) return
      const chosen = await suggestPasskey(request)
      // A refused passkey has used its challenge up; the button says why it was refused.
      await prove(chosen).catch(suggest)
    }
    // Without suggestions there still are the button and the password.
    suggest().catch(() => {})
    return () => {
      isLeft = true
      void withdrawPasskeys()
    }
  }, [api, prove])
}
