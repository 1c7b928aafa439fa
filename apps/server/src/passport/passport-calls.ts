import {
  deleteToken,
  deleteTwoFaGoogle,
  getPassportUser,
  getRegistrationCountries,
  getTwoFaTokens,
  postCheckToken,
  postLogin,
  postPasswordForgot,
  postPasswordReset,
  postPasswordResetCheck,
  postRegistration,
  postRegistrationConfirm,
  postToken,
  postTwoFaGoogle,
  postTwoFaGoogleConfirm,
  putPassportUser,
  putPassword,
} from '@partner-office/contracts'
import { Refusal, requireFields } from '@partner-office/domain'

import { changeUser } from './accounts/change-user.ts'
import { readUser } from './accounts/read-user.ts'
import type { Passport, Serve } from './passport.ts'
import {
  changePassword,
  checkResetLink,
  forgotPassword,
  resetPassword,
} from './passwords/passwords.ts'
import { registrationCountries } from './registration/countries.ts'
import { confirmRegistration, register } from './registration/register.ts'
import { requireFresh } from './security/require-fresh.ts'
import { signIn } from './sign-in/sign-in.ts'
import { swapHandOff } from './tokens/hand-offs.ts'
import { requireClient } from './tokens/oauth-client.ts'
import { endSession, requireSession, SCOPE, useSession } from './tokens/sessions.ts'
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  twoFaMethods,
} from './two-factor/authenticators.ts'

/** The identity provider's calls. Source: api.md section 3. */
export function passportCalls(serve: Serve, passport: Passport): void {
  serve(postLogin, ({ body }, caller) => signIn(passport, body, caller))
  serve(postRegistration, ({ body }, { address }) => register(passport, body, address))
  serve(postRegistrationConfirm, async ({ body: { token } }) => {
    await confirmRegistration(passport, token)
    return {}
  })
  serve(postPasswordForgot, async ({ body }, { address }) => {
    await forgotPassword(passport, body, address)
    return {}
  })
  serve(postPasswordResetCheck, ({ body: { token } }, { address }) =>
    checkResetLink(passport, token, address),
  )
  serve(postPasswordReset, async ({ body }, caller) => {
    await resetPassword(passport, body, caller)
    return {}
  })
  serve(getRegistrationCountries, async ({ query }) => registrationCountries(query.language))
  ownAccountCalls(serve, passport)
}

function ownAccountCalls(serve: Serve, passport: Passport): void {
  serve(putPassword, async ({ body }, { authorization }) => {
    await changePassword(passport, await requireSession(passport, authorization), body)
    return {}
  })
  serve(getPassportUser, async (_input, { authorization }) =>
    readUser(passport, await requireSession(passport, authorization)),
  )
  serve(putPassportUser, async ({ body }, { authorization }) =>
    changeUser(passport, await requireSession(passport, authorization), body),
  )
  serve(getTwoFaTokens, async (_input, { authorization }) => {
    const { userId } = await requireSession(passport, authorization)
    const methods = await twoFaMethods(passport.core.database.read, userId)
    return { tokens: methods.map((tokenType) => ({ tokenType })) }
  })
  serve(postTwoFaGoogle, async ({ body: { password } }, { authorization }) => {
    const session = await requireSession(passport, authorization)
    await requireFresh(passport, session, password)
    return beginAuthenticator(passport, session)
  })
  serve(postTwoFaGoogleConfirm, async ({ body }, { authorization }) => {
    const session = await requireSession(passport, authorization)
    requireFields(body, ['code'])
    await confirmAuthenticator(passport, session, body.code)
    return {}
  })
  serve(deleteTwoFaGoogle, async ({ body }, { authorization }) => {
    const session = await requireSession(passport, authorization)
    requireFields(body, ['code'])
    await removeAuthenticator(passport, session, body.code)
    return {}
  })
}

/** The calls that check, swap and revoke tokens. Source: api.md section 4. */
export function oauthCalls(serve: Serve, passport: Passport): void {
  serve(postCheckToken, async ({ body: { token } }, { authorization }) => {
    const client = await requireClient(passport, authorization)
    const { userId, email, expires } = await useSession(passport, token)
    return {
      active: true as const,
      user_id: userId,
      user_name: email,
      client_id: client.id,
      exp: Math.floor(expires / 1_000),
      ...SCOPE,
    }
  })
  serve(postToken, async ({ body }, { authorization }) => {
    await requireClient(passport, authorization)
    const { grant_type, token = '', verifier = '' } = body
    if (grant_type !== 'hand_off') throw new Refusal('unsupported_grant_type')
    return { ...(await swapHandOff(passport, token, verifier)), ...SCOPE }
  })
  serve(deleteToken, async (_input, { authorization }) => {
    const { tokenHash } = await requireSession(passport, authorization)
    const { read, recent } = passport.core.database
    await recent.revokeAfter(endSession(read, tokenHash))
    return {}
  })
}
