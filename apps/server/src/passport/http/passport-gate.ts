import { deleteToken } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import type { FastifyInstance } from 'fastify'

import { CallRefused } from '../../http/call-refused.ts'
import type { CallWindow } from '../../http/call-window.ts'
import { isOfView } from '../../proofs/view-token.ts'
import { networkOf } from '../../input/network-of.ts'
import type { Identities } from '../identities.ts'
import type { Business } from '../passport.ts'

type Gate = {
  readonly business: Business
  readonly identities: Identities
  readonly calls: CallWindow
}

/**
 * Counts calls before the body is read: by partner when the token is valid, else by network. Sign-in has further limits. A view of an
 * operator gets nothing here but its own end: all that is here are secrets, documents, sessions and requests of the partner.
 *
 * Refuses: `too_many_requests`, `invalid_token`; `access_denied` in a view.
 * Source: decisions D-106, D-174.
 */
export function passportGate(app: FastifyInstance, { business, identities, calls }: Gate): void {
  const limitOf = async (name: 'rateLimit.address' | 'rateLimit.user') =>
    Number(await business.setting(name))
  app.addHook('onRequest', async ({ ip, headers, routeOptions }) => {
    const { contract } = routeOptions.config
    if (contract === undefined) return
    const countAddress = async () =>
      calls.count(`from ${networkOf(ip)}`, await limitOf('rateLimit.address'))
    if (contract.auth !== 'bearer') {
      if (contract.method !== 'GET' && isOfView(headers.authorization)) {
        throw new CallRefused(403, 'access_denied')
      }
      return countAddress()
    }
    try {
      const { userId, view } = await identities.checkToken(headers.authorization)
      // A partner who has called too much can still log out: a token ends only once.
      if (contract === deleteToken) return
      if (view !== null) throw new Refusal('access_denied')
      calls.count(`as ${userId}`, await limitOf('rateLimit.user'))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'invalid_token') await countAddress()
      throw error
    }
  })
}
