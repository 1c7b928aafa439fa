import { getDocs, getOpenApi } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import { serveCall } from '../http/serve-call.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

/** Documentation of all calls; it holds no secrets and needs no key. */
export function docsRoutes(app: FastifyInstance): void {
  serveCall(app, getOpenApi, async ({ query }) => openApiDocument(query.service))
  serveCall(app, getDocs, async (_input, _request, reply) => {
    void reply.type('text/html; charset=utf-8')
    return docsPage()
  })
}
