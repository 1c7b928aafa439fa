import { OFFICE } from '@partner-office/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Core } from '../../core/core.ts'
import { CallRefused } from '../../http/call-refused.ts'
import { CallWindow } from '../../http/call-window.ts'
import { serveArea } from '../../http/serve-area.ts'
import { VISITS_OF_NETWORK } from '../../input/limits.ts'
import { networkOf } from '../../input/network-of.ts'
import { isOfView } from '../../proofs/view-token.ts'
import { isCountable } from '../links/countable-visit.ts'
import { VisitCounts } from '../links/visit-counts.ts'

/**
 * Takes the visits of invite pages, outside the partners' gate: it asks the database nothing and answers 204, unless it is an operator
 * in a view: that visit would count for the partner. A visit is not logged.
 *
 * Refuses: `access_denied`, in a view.
 *
 * Source: D-180; LNK-002 to LNK-006.
 */
export function linkVisitService(app: FastifyInstance, core: Core): void {
  const counts = new VisitCounts(core)
  const networks = new CallWindow(core.clock, () => core.leadership.processes)
  app.addHook('onClose', () => counts.write())
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof CallRefused) throw error
    return reply.code(204).send()
  })
  app.addHook('onRequest', async ({ headers }) => {
    if (isOfView(headers.authorization)) throw new CallRefused(403, 'access_denied')
  })
  const postLinksVisit = async (
    { body }: { readonly body: { readonly invite: string } },
    { ip, headers }: FastifyRequest,
  ): Promise<string> => {
    if (isCountable(headers) && isWithin(networks, networkOf(ip))) counts.note(body.invite)
    return ''
  }
  serveArea<typeof OFFICE.linkVisits, FastifyRequest>(
    app,
    OFFICE.linkVisits,
    { postLinksVisit },
    (request) => request,
  )
}

function isWithin(networks: CallWindow, network: string): boolean {
  try {
    networks.count(network, VISITS_OF_NETWORK)
    return true
  } catch {
    return false
  }
}
