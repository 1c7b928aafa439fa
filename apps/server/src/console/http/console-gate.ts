import { CONSOLE_TOKEN_HEADER, type Contract, REFRESH_HEADER } from '@partner-office/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { recentSettings } from '../../business/settings/read-settings.ts'
import type { Core } from '../../core/core.ts'
import { CallRefused } from '../../http/call-refused.ts'
import { noteCaller } from '../../input/request-id.ts'
import { isSame } from '../../proofs/secret-token.ts'
import type { Caller, Session } from '../console.ts'
import { consoleTokenOf, requireFresh, useSession } from '../sign-in/sessions.ts'
import { consoleCookie } from './console-cookie.ts'
import { originOf } from './console-origin.ts'

/**
 * Decides on each call before its body is read, as its contract says; returns who has made it.
 *
 * Refuses: `access_denied`, for a call of another page, and without the needed role, which it names; `invalid_token`;
 * `fresh_sign_in_required`.
 * Source: requirements OPR-004, OPR-009 to OPR-014, OPR-023.
 */
export function consoleGate(
  app: FastifyInstance,
  core: Core,
): (request: FastifyRequest, reply: FastifyReply) => Caller {
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.addHook('onRequest', async (request, reply) => {
    const { contract } = request.routeOptions.config
    if (contract === undefined) return
    if (contract.method !== 'GET') requireOwnPage(core, request)
    const caller = await callerOf(core, request, reply)
    const session = await sessionFor(core, contract, request, caller.token)
    callers.set(request, { ...caller, session })
  })
  app.addHook('preValidation', ({ ip }, _reply, done) => {
    noteCaller(ip)
    done()
  })
  return (request) => callers.get(request)!
}

/** The origin must be there: a browser sends it with every call that is not GET. */
function requireOwnPage(core: Core, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOwn = origin === originOf(core.consoleOrigin, request)
  if (!isOwn || (site !== undefined && site !== 'same-origin')) {
    throw new CallRefused(403, 'access_denied')
  }
}

async function callerOf(
  core: Core,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Omit<Caller, 'session'>> {
  const origin = originOf(core.consoleOrigin, request) ?? core.consoleOrigin
  const { product } = await recentSettings(core.database)
  const cookie = consoleCookie(origin, product)
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin,
    token: cookie.read(request.headers.cookie),
    lastEventId: oneOf(request.headers['last-event-id']),
    setToken: (token) => void reply.header('set-cookie', cookie.text(token)),
  }
}

const oneOf = (header: string | readonly string[] | undefined): string | null =>
  typeof header === 'string' ? header : null

async function sessionFor(
  core: Core,
  contract: Contract,
  request: FastifyRequest,
  token: string | null,
): Promise<Session | null> {
  if (contract.auth === 'half session') {
    return useSession(core, token, { isUse: false, isHalf: true })
  }
  if (contract.auth !== 'operator') return null
  const isUse =
    contract.method !== 'GET' ||
    (request.headers[REFRESH_HEADER] === undefined && contract.file !== 'text/event-stream')
  const session = await useSession(core, token, { isUse, isHalf: false })
  if (contract.method !== 'GET') requireConsoleToken(request, token ?? '')
  if (!contract.roles.some((role) => session.roles.includes(role))) {
    throw new CallRefused(403, 'access_denied', contract.roles.join(', '))
  }
  if (contract.isFresh === true) requireFresh(session, core.clock())
  return session
}

function requireConsoleToken({ headers }: FastifyRequest, token: string): void {
  const given = headers[CONSOLE_TOKEN_HEADER]
  if (typeof given === 'string' && isSame(given, consoleTokenOf(token))) return
  throw new CallRefused(403, 'access_denied')
}
