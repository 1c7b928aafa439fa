import { postLogin } from '@partner-office/contracts'

import { useRequest } from '../lib/address.ts'
import { usePassport } from '../lib/passport.ts'

/** The credentials of a visitor, kept only in the memory of the page. */
export type Credentials = { readonly email: string; readonly password: string }

/** Signs in and follows the redirect. Returns false if the code of an authenticator is required first. */
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
