import {
  deleteSession,
  getSecurity,
  getSessions,
  postDataRequest,
  postEmailBack,
  postEmailChange,
  postEmailConfirm,
  postRecoveryCodes,
} from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { requestData } from '../accounts/data-requests.ts'
import type { Passport, Serve } from '../passport.ts'
import { limitCalls } from '../sign-in/rate-limits.ts'
import { requireSession } from '../tokens/sessions.ts'
import { hasAuthenticator } from '../two-factor/authenticators.ts'
import { makeRecoveryCodes } from '../two-factor/recovery-codes.ts'
import { askForEmail, confirmEmail, takeEmailBack } from './change-email.ts'
import { endOwnSession, readSessions } from './own-sessions.ts'
import { readSecurity } from './read-security.ts'
import { requireFresh } from './require-fresh.ts'

/** The calls of the security page. */
export function securityCalls(serve: Serve, passport: Passport): void {
  const sessionOf = ({ authorization }: { readonly authorization: string | undefined }) =>
    requireSession(passport, authorization)

  serve(getSecurity, async (_input, caller) => readSecurity(passport, await sessionOf(caller)))
  serve(getSessions, async (_input, caller) => readSessions(passport, await sessionOf(caller)))
  serve(deleteSession, async ({ params: { id } }, caller) => {
    await endOwnSession(passport, await sessionOf(caller), id)
    return {}
  })
  serve(postRecoveryCodes, async ({ body: { password } }, caller) => {
    const session = await sessionOf(caller)
    await requireFresh(passport, session, password)
    if (!(await hasAuthenticator(passport.core.database.read, session.userId))) {
      throw new Refusal('2fa_disabled')
    }
    return { codes: await makeRecoveryCodes(passport.core, session) }
  })
  serve(postDataRequest, async ({ body: { kind } }, caller) => {
    const { userId } = await sessionOf(caller)
    await requestData(passport.core, userId, kind)
    return {}
  })
  emailCalls(serve, passport)
}

function emailCalls(serve: Serve, passport: Passport): void {
  serve(postEmailChange, async ({ body }, { authorization }) => {
    await askForEmail(passport, await requireSession(passport, authorization), body)
    return {}
  })
  serve(postEmailConfirm, async ({ body: { token } }, { address }) => {
    await limitCalls(passport, { purpose: 'email', address })
    await confirmEmail(passport, token)
    return {}
  })
  serve(postEmailBack, async ({ body: { token } }, { address }) => {
    await limitCalls(passport, { purpose: 'email', address })
    await takeEmailBack(passport, token)
    return {}
  })
}
