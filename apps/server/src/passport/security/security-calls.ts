import type { PASSPORT } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { requestData } from '../accounts/data-requests.ts'
import { readToldViews } from '../accounts/views.ts'
import type { Handlers } from '../../input/handlers.ts'
import type { Caller, Passport } from '../passport.ts'
import { limitCalls } from '../sign-in/rate-limits.ts'
import { requireSession } from '../tokens/sessions.ts'
import { hasAuthenticator } from '../two-factor/authenticators.ts'
import { makeRecoveryCodes } from '../two-factor/recovery-codes.ts'
import { askForEmail, confirmEmail, takeEmailBack } from './change-email.ts'
import { endOwnSession, readSessions } from './own-sessions.ts'
import { readSecurity } from './read-security.ts'
import { requireFresh } from './require-fresh.ts'

/** The calls of the security page. */
export function securityCalls(passport: Passport): Handlers<typeof PASSPORT.security, Caller> {
  const sessionOf = ({ authorization }: Caller) => requireSession(passport, authorization)
  return {
    getSecurity: async (_input, caller) => readSecurity(passport, await sessionOf(caller)),
    getSessions: async (_input, caller) => readSessions(passport, await sessionOf(caller)),
    getSupportViews: async (_input, caller) =>
      readToldViews(passport.core, (await sessionOf(caller)).userId),
    deleteSession: async ({ params: { id } }, caller) => {
      await endOwnSession(passport, await sessionOf(caller), id)
      return {}
    },
    postRecoveryCodes: async ({ body: { password } }, caller) => {
      const session = await sessionOf(caller)
      await requireFresh(passport, session, password)
      if (!(await hasAuthenticator(passport.core.database.read, session.userId))) {
        throw new Refusal('2fa_disabled')
      }
      return { codes: await makeRecoveryCodes(passport.core, session) }
    },
    postDataRequest: async ({ body: { kind } }, caller) => {
      const { userId } = await sessionOf(caller)
      await requestData(passport.core, userId, kind)
      return {}
    },
    postEmailChange: async ({ body }, { authorization }) => {
      await askForEmail(passport, await requireSession(passport, authorization), body)
      return {}
    },
    postEmailConfirm: async ({ body: { token } }, { address }) => {
      await limitCalls(passport, { purpose: 'email', address })
      await confirmEmail(passport, token)
      return {}
    },
    postEmailBack: async ({ body: { token } }, { address }) => {
      await limitCalls(passport, { purpose: 'email', address })
      await takeEmailBack(passport, token)
      return {}
    },
  }
}
