import type { FastifyInstance } from 'fastify'

import { CallRefused } from '../http/call-refused.ts'

/** Names of this machine for itself; any port, because a tunnel may lead here from another one. */
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

/**
 * Refuses every path to pages of other origins, also to those whose host name was made to point to this machine: a
 * browser that runs here reaches the operators' port for any page it shows.
 */
export function requireOwnMachine(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers: { host = '', origin } }, _reply, done) => {
    const isOwnPage = origin === undefined || origin === `http://${host}`
    done(OWN_HOST.test(host) && isOwnPage ? undefined : new CallRefused(403, 'access_denied'))
  })
}
