import { type Contract, OFFICE_PAGE_HEADER } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Core } from '../../core/core.ts'
import { CallRefused } from '../../http/call-refused.ts'
import type { CallWindow } from '../../http/call-window.ts'
import { networkOf } from '../../input/network-of.ts'
import { isOfView } from '../../proofs/view-token.ts'
import { noteViewPage } from '../partners/view-partner.ts'
import { requireAdmission } from './require-admission.ts'
import { recentSettings } from '../settings/read-settings.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The partner who is signed in; 0 when nobody is. */
    partnerId: number
    /** The session that the call came with; empty when nobody is signed in. */
    session: string
  }
}

/** What the gate needs: settings and blocks of the business, the identity provider's token check, the call counters. */
export type PartnerGate = {
  readonly core: Core
  readonly identities: {
    /** Owner, session and modes (READ, WRITE) of an access token, and the view of an operator that it is of. Refuses: `invalid_token`. */
    readonly checkToken: (authorization: string | undefined) => Promise<{
      readonly userId: number
      readonly session: string
      readonly modes: readonly string[]
      readonly view: number | null
    }>
  }
  readonly calls: CallWindow
}

/**
 * Authorizes each call as its contract requires, before the body is read. The checks run in this order: rate limit,
 * token, scope, block, terms.
 *
 * Refuses: `too_many_requests`, `invalid_token`, `access_denied`, `user_blocked`, `terms_not_accepted`.
 * Source: api.md, "Errors possible on every bearer call"; decisions D-027, D-106.
 */
export function partnerGate(app: FastifyInstance, gate: PartnerGate): void {
  const { core, calls } = gate
  app.decorateRequest('partnerId', 0)
  app.decorateRequest('session', '')
  app.addHook('onRequest', async (request) => {
    const contract = request.routeOptions.config.contract!
    const settings = await recentSettings(core.database)
    const countAddress = () =>
      calls.count(`from ${networkOf(request.ip)}`, Number(settings['rateLimit.address']))
    const admit = async (beforeTerms: boolean) => {
      const { userId, session, modes, view } = await tokenOwner(gate, request, countAddress)
      // The calls of a view are not the partner's.
      const caller = view === null ? `as ${userId}` : `in view ${view}`
      calls.count(caller, Number(settings['rateLimit.user']))
      if (!modes.includes(modeOf(contract))) throw new Refusal('access_denied')
      if (view !== null) await noteViewPage(core, view, openedBy(contract, request))
      await requireAdmission(core.database, userId, settings, { beforeTerms })
      request.partnerId = userId
      request.session = session
    }
    if (contract.auth === 'bearer') await admit(contract.beforeTerms === true)
    else if (contract.method !== 'GET' && isOfView(request.headers.authorization)) {
      throw new CallRefused(403, 'access_denied')
    } else if (readsToken(contract, request)) await orNobody(() => admit(false))
    else countAddress()
  })
}

/** Calls with an invalid token count against the caller's address. */
async function tokenOwner(
  { identities }: PartnerGate,
  request: FastifyRequest,
  countAddress: () => void,
) {
  try {
    return await identities.checkToken(request.headers.authorization)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_token') countAddress()
    throw error
  }
}

const readsToken = (contract: Contract, { headers }: FastifyRequest): boolean =>
  contract.auth === 'none' && contract.mayBeSignedIn === true && headers.authorization !== undefined

/** On a call that needs nobody, a partner who is not admitted counts as not signed in. */
async function orNobody(admit: () => Promise<void>): Promise<void> {
  try {
    await admit()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'too_many_requests') throw error
  }
}

const openedBy = ({ method, path }: Contract, { headers }: FastifyRequest) => ({
  page: headers[OFFICE_PAGE_HEADER],
  call: `${method} ${path}`,
})

const modeOf = ({ method }: Contract): string => (method === 'GET' ? 'READ' : 'WRITE')
