import { postLogin } from '@partner-office/contracts'

import { useRequest } from '../lib/address.ts'
import { usePassport } from '../lib/passport.ts'

/** What a visitor knows; it lives as long as the page. */
export type Credentials = { readonly email: string; readonly password: string }

/** Sign in, and go where the sign-in leads; false: the code of the authenticator is wanted first. */
export function useSignIn(): (known: Credentials & { readonly code?: string }) => Promise<boolean> {
  const { api } = usePassport()
  const { application, backUrl, challenge } = useRequest()
  return async (known) => {
    const body = { ...known, application, backUrl, challenge }
    const answer = await api.call('passport', postLogin, { body })
    if ('twoFaRequired' in answer) return false
    location.assign(answer.redirect)
    return true
  }
}
