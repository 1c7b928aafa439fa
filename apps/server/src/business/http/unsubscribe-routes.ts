import { getUnsubscribe, postUnsubscribe } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import type { Core } from '../../core/core.ts'
import { serveCall } from '../../http/serve-call.ts'
import { readUnsubscribe, unsubscribe } from '../notifications/unsubscribe.ts'

/**
 * The links that switch a kind of mail off. Reading one changes nothing, because mail programs open links by themselves.
 *
 * Source: RFC 8058.
 */
export function unsubscribeRoutes(app: FastifyInstance, core: Core): void {
  // Mail programs post a form, of either kind. The signature says everything, so the body is not looked at.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
  serveCall(app, getUnsubscribe, ({ params }) => readUnsubscribe(core, params.signature))
  serveCall(app, postUnsubscribe, ({ params }) => unsubscribe(core, params.signature))
}
