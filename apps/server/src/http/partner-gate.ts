import type { Contract } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { admitPartner } from '../business/access/admit-partner.ts'
import type { Core } from '../business/core.ts'
import { recentSettings } from '../business/settings/read-settings.ts'
import type { Identities } from '../passport/identities.ts'
import type { CallWindow } from './call-window.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; 0 where a call needs nobody. */
    partnerId: number
  }
}

/** Who counts and decides about calls; the passport and the business share the counting. */
export type Gate = {
  readonly core: Core
  readonly door: Identities
  readonly calls: CallWindow
}

/**
 * Let calls with an access token in by it and all others freely, as their contracts say, before anything of them is
 * read. Decided in this order: limit of calls, token, its scope, block, terms.
 *
 * Refuses: `too_many_requests`, `invalid_token`, `access_denied`, `user_blocked`, `terms_not_accepted`.
 * Source: api.md, "Errors possible on every bearer call"; decisions D-027, D-106.
 */
export function partnerGate(app: FastifyInstance, gate: Gate): void {
  const { core, calls } = gate
  app.decorateRequest('partnerId', 0)
  app.addHook('onRequest', async (request) => {
    const contract = request.routeOptions.config.contract!
    const settings = await recentSettings(core.database)
    const countAddress = () =>
      calls.count(`from ${request.ip}`, Number(settings['rateLimit.address']))
    const admit = async () => {
      const { userId, modes } = await signedIn(gate, request, countAddress)
      calls.count(`as ${userId}`, Number(settings['rateLimit.user']))
      if (!modes.includes(modeOf(contract))) throw new Refusal('access_denied')
      const beforeTerms = contract.beforeTerms === true
      await admitPartner(core.database, userId, settings, { beforeTerms })
      return userId
    }
    if (contract.auth === 'bearer') request.partnerId = await admit()
    else if (heedsToken(contract, request)) request.partnerId = await orNobody(admit)
    else countAddress()
  })
}

/** Whoever tries tokens that do not hold is counted by where they come from. */
async function signedIn({ door }: Gate, request: FastifyRequest, countAddress: () => void) {
  try {
    return await door.checkToken(request.headers.authorization)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_token') countAddress()
    throw error
  }
}

const heedsToken = ({ mayBeSignedIn }: Contract, { headers }: FastifyRequest): boolean =>
  mayBeSignedIn === true && headers.authorization !== undefined

/** Whoever is not let in is answered like anybody who is not signed in. */
async function orNobody(admit: () => Promise<number>): Promise<number> {
  try {
    return await admit()
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'too_many_requests') return 0
    throw error
  }
}

const modeOf = ({ method }: Contract): string => (method === 'GET' ? 'READ' : 'WRITE')
