import { postLogin, postLoginPasskey } from '@partner-office/contracts'

import { useRequest } from '../lib/address.ts'
import type { SignIn } from '../lib/credentials.ts'
import { usePassport } from '../lib/passport.ts'

/** Signs in to the application of the request, and follows the redirect back to it. */
export function useSignIn(): SignIn {
  const { api } = usePassport()
  const { application, backUrl, challenge } = useRequest()
  const destination = { application, backUrl, challenge }
  return {
    withPassword: async (known) => {
      const answer = await api.call('passport', postLogin, { body: { ...known, ...destination } })
      if ('twoFaRequired' in answer) return answer
      location.assign(answer.redirect)
      return null
    },
    withPasskey: async (passkey) => {
      const body = { passkey, ...destination }
      const { redirect } = await api.call('passport', postLoginPasskey, { body })
      location.assign(redirect)
    },
  }
}
