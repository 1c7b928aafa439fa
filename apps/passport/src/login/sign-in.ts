import { postLogin } from '@partner-office/contracts'

import { useRequest } from '../lib/address.ts'
import type { SignIn } from '../lib/credentials.ts'
import { usePassport } from '../lib/passport.ts'

/** Signs in to the application of the request, and follows the redirect back to it. */
export function useSignIn(): SignIn {
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
