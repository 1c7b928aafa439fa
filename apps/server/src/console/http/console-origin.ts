import type { FastifyInstance, FastifyRequest } from 'fastify'

import { CallRefused } from '../../http/call-refused.ts'

/** Names of this machine for itself; any port, because a tunnel may lead here from another one. */
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/
/** What a published console shows of the port. */
const PUBLISHED = /^\/(console|health)(\/|\?|$)/

const CONSOLE = /^\/console(\/|\?|$)/

/** The origin at which a request has found the port: this machine's own name, or the one that a proxy publishes; else null. */
export function originOf(published: string, { headers: { host = '' } }: FastifyRequest) {
  if (OWN_HOST.test(host)) return `http://${host}`
  return isPublished(published, host) ? published : null
}

const isPublished = (published: string, host: string): boolean =>
  published.startsWith('https:') && host === new URL(published).host

/**
 * Refuses every path to pages of other origins, also to those whose host name was made to point to this machine: a browser that
 * runs here reaches the operators' port for any page it shows. Behind the proxy of the console, only the console and the health
 * exist.
 *
 * Source: requirements OPR-020, OPR-021.
 */
export function requireKnownOrigin(app: FastifyInstance, published: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    const own = originOf(published, request)
    if (own === null || (origin !== undefined && origin !== own)) {
      throw new CallRefused(403, 'access_denied')
    }
    if (own === published && published.startsWith('https:') && !PUBLISHED.test(request.url)) {
      return reply.callNotFound()
    }
  })
}

/**
 * For a port that other machines reach: by the name of the published console its pages and calls, by any other name the calls of
 * programs, and never one for a page of another origin.
 *
 * Source: cluster.md, `OPERATOR_LISTEN`.
 */
export function requireProgramOrConsole(app: FastifyInstance, published: string): void {
  app.addHook('onRequest', async ({ headers: { origin, host = '' }, url }, reply) => {
    const isConsole = isPublished(published, host)
    if (origin !== undefined && !(isConsole && origin === published)) {
      throw new CallRefused(403, 'access_denied')
    }
    const exists = isConsole ? PUBLISHED.test(url) : !CONSOLE.test(url)
    return exists ? undefined : reply.callNotFound()
  })
}
