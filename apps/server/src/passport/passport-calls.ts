import type { PASSPORT } from '@partner-office/contracts'
import { Refusal, requireFields } from '@partner-office/domain'

import { changeUser } from './accounts/change-user.ts'
import { readUser } from './accounts/read-user.ts'
import { endView, openView, requireView, VIEW_SCOPE } from './accounts/views.ts'
import type { Handlers } from '../input/handlers.ts'
import { isOfView, isViewToken } from '../proofs/view-token.ts'
import { askAnyPasskey } from './passkeys/ask-passkey.ts'
import type { Caller, Passport } from './passport.ts'
import {
  changePassword,
  checkResetLink,
  forgotPassword,
  resetPassword,
} from './passwords/passwords.ts'
import { registrationCountries } from './registration/countries.ts'
import { confirmRegistration, register } from './registration/register.ts'
import { requireFresh } from './security/require-fresh.ts'
import { signInWithPasskey } from './sign-in/sign-in-with-passkey.ts'
import { signIn } from './sign-in/sign-in.ts'
import { swapHandOff } from './tokens/hand-offs.ts'
import { requireClient } from './tokens/oauth-client.ts'
import {
  bearerOf,
  endSession,
  requireSession,
  SCOPE,
  sessionKey,
  useSession,
} from './tokens/sessions.ts'
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  twoFaMethods,
} from './two-factor/authenticators.ts'

/** The calls before a sign-in. Source: api.md section 3. */
export const signInCalls = (passport: Passport): Handlers<typeof PASSPORT.signIn, Caller> => ({
  postLogin: ({ body }, caller) => signIn(passport, body, caller),
  postRegistration: ({ body }, { address }) => register(passport, body, address),
  postRegistrationConfirm: async ({ body: { token } }) => {
    await confirmRegistration(passport, token)
    return {}
  },
  postPasswordForgot: async ({ body }, { address }) => {
    await forgotPassword(passport, body, address)
    return {}
  },
  postPasswordResetCheck: ({ body: { token } }, { address }) =>
    checkResetLink(passport, token, address),
  postPasswordReset: async ({ body }, caller) => {
    await resetPassword(passport, body, caller)
    return {}
  },
  getRegistrationCountries: async ({ query }) => registrationCountries(query.language),
  postLoginPasskeyOptions: (_input, caller) => askAnyPasskey(passport, caller),
  postLoginPasskey: ({ body }, caller) => signInWithPasskey(passport, body, caller),
})

/** The calls about the own account. Source: api.md section 3. */
export const accountCalls = (passport: Passport): Handlers<typeof PASSPORT.account, Caller> => ({
  putPassword: async ({ body }, { authorization }) => {
    await changePassword(passport, await requireSession(passport, authorization), body)
    return {}
  },
  getPassportUser: async (_input, { authorization }) =>
    readUser(passport, await requireSession(passport, authorization)),
  putPassportUser: async ({ body }, { authorization }) =>
    changeUser(passport, await requireSession(passport, authorization), body),
  getTwoFaTokens: async (_input, { authorization }) => {
    const { userId } = await requireSession(passport, authorization)
    const methods = await twoFaMethods(passport.core.database.read, userId)
    return { tokens: methods.map((tokenType) => ({ tokenType })) }
  },
  postTwoFaGoogle: async ({ body: { password } }, { authorization }) => {
    const session = await requireSession(passport, authorization)
    await requireFresh(passport, session, password)
    return beginAuthenticator(passport, session)
  },
  postTwoFaGoogleConfirm: async ({ body }, { authorization }) => {
    const session = await requireSession(passport, authorization)
    requireFields(body, ['code'])
    await confirmAuthenticator(passport, session, body.code)
    return {}
  },
  deleteTwoFaGoogle: async ({ body }, { authorization }) => {
    const session = await requireSession(passport, authorization)
    requireFields(body, ['code'])
    await removeAuthenticator(passport, session, body.code)
    return {}
  },
})

/** The calls that check, swap and revoke tokens. Source: api.md section 4. */
export const tokenCalls = (passport: Passport): Handlers<typeof PASSPORT.tokens, Caller> => ({
  postCheckToken: async ({ body: { token } }, { authorization }) => {
    const client = await requireClient(passport, authorization)
    const isView = isViewToken(token)
    const { userId, email, expires } = isView
      ? await requireView(passport.core, token)
      : await useSession(passport, token)
    return {
      active: true as const,
      user_id: userId,
      user_name: email,
      client_id: client.id,
      exp: Math.floor(expires / 1_000),
      ...(isView ? VIEW_SCOPE : SCOPE),
    }
  },
  postToken: async ({ body }, { authorization }) => {
    await requireClient(passport, authorization)
    const { grant_type, token = '', verifier = '' } = body
    if (grant_type === 'view') {
      const isTold = (await passport.business.setting('tellPartnerOfViews')) === 'TRUE'
      return { ...(await openView(passport.core, token, isTold)), ...VIEW_SCOPE }
    }
    if (grant_type !== 'hand_off') throw new Refusal('unsupported_grant_type')
    return { ...(await swapHandOff(passport, token, verifier)), ...SCOPE }
  },
  deleteToken: async (_input, { authorization }) => {
    const { read, recent } = passport.core.database
    if (isOfView(authorization)) {
      const { id } = await requireView(passport.core, bearerOf(authorization))
      await endView(read, id, passport.core.clock())
      return {}
    }
    const { tokenHash } = await requireSession(passport, authorization)
    await recent.revokeAfter(endSession(read, tokenHash), [sessionKey(tokenHash)])
    return {}
  },
})
