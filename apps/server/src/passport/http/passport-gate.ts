import { deleteToken } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import type { FastifyInstance } from 'fastify'

import type { CallWindow } from '../../http/call-window.ts'
import { networkOf } from '../../input/network-of.ts'
import type { Identities } from '../identities.ts'
import type { Business } from '../passport.ts'

type Gate = {
  readonly business: Business
  readonly identities: Identities
  readonly calls: CallWindow
}

/**
 * Counts calls before the body is read: by partner when the token is valid, else by network. Sign-in has further limits.
 *
 * Refuses: `too_many_requests`, `invalid_token`.
 * Source: decisions D-106.
 */
export function passportGate(app: FastifyInstance, { business, identities, calls }: Gate): void {
  const limitOf = async (name: 'rateLimit.address' | 'rateLimit.user') =>
    Number(await business.setting(name))
  app.addHook('onRequest', async ({ ip, headers, routeOptions }) => {
    const { contract } = routeOptions.config
    if (contract === undefined) return
    const countAddress = async () =>
      calls.count(`from ${networkOf(ip)}`, await limitOf('rateLimit.address'))
    if (contract.auth !== 'bearer') return countAddress()
    try {
      const { userId } = await identities.checkToken(headers.authorization)
      // A partner who has called too much can still log out: a token ends only once.
      if (contract === deleteToken) return
      calls.count(`as ${userId}`, await limitOf('rateLimit.user'))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'invalid_token') await countAddress()
      throw error
    }
  })
}
