import type { DOCS } from '@partner-office/contracts'
import type { FastifyReply } from 'fastify'

import type { Handlers } from '../input/handlers.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

/** Documentation of all calls; it holds no secrets and needs no key. */
export const docsCalls: Handlers<typeof DOCS, FastifyReply> = {
  getOpenApi: async ({ query }) => openApiDocument(query.service),
  getDocs: async (_input, reply) => {
    void reply.type('text/html; charset=utf-8')
    return docsPage()
  },
}
