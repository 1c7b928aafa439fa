import { postLogin } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import type { FastifyInstance } from 'fastify'

import { recentSettings } from '../business/settings/read-settings.ts'
import type { Gate } from './partner-gate.ts'

/**
 * Count calls by who is signed in, and all others, tokens that do not hold among them, by where they come from; before
 * anything of them is read. Sign-in has limits of its own.
 *
 * Refuses: `too_many_requests`, `invalid_token`.
 * Source: decisions D-106.
 */
export function passportGate(app: FastifyInstance, { core, door, calls }: Gate): void {
  app.addHook('onRequest', async ({ ip, headers, routeOptions }) => {
    const { contract } = routeOptions.config
    if (contract === undefined || contract === postLogin) return
    const limits = await recentSettings(core.database)
    const countAddress = () => calls.count(`from ${ip}`, Number(limits['rateLimit.address']))
    if (contract.auth !== 'bearer') return countAddress()
    try {
      const { userId } = await door.checkToken(headers.authorization)
      calls.count(`as ${userId}`, Number(limits['rateLimit.user']))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'invalid_token') countAddress()
      throw error
    }
  })
}
