import { OFFICE } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import { serveArea, serveAreas } from '../../http/serve-area.ts'
import { businessCalls } from '../business-calls.ts'
import type { Partner } from '../partner.ts'
import type { Origins } from '../settings/frontend-config.ts'
import type { Identities } from '../profile/read-profile.ts'
import { readUnsubscribe, unsubscribe } from '../notifications/unsubscribe.ts'
import { disclosureFileCalls } from './disclosure-files.ts'
import { newsCalls } from './news-calls.ts'
import { type PartnerGate, partnerGate } from './partner-gate.ts'
import { statementFileCalls } from './statement-files.ts'

type Options = PartnerGate & {
  readonly identities: Identities
  readonly origins: Origins
}

/** A link that switches a kind of mail off. Reading it changes nothing: mail programs open links by themselves. Source: RFC 8058. */
type Signed = { readonly params: { readonly signature: string } }

/** The calls of the business service and the rates, behind the partners' gate. */
export function businessService(app: FastifyInstance, options: Options): void {
  const { core, origins, identities } = options
  partnerGate(app, options)
  const {
    disclosureFiles,
    linkVisits: _,
    news,
    statementFiles,
    unsubscribe: links,
    ...areas
  } = OFFICE
  const calls = businessCalls(core, { origins, identities })
  serveAreas<typeof areas, Partner>(app, areas, calls, (request) => request)
  serveArea(app, news, newsCalls(app, core, origins), (_request, reply) => reply)
  serveArea(app, disclosureFiles, disclosureFileCalls(core), () => null)
  serveArea(app, statementFiles, statementFileCalls(core, origins.office), () => null)
  void app.register(async (scope) => {
    readNothing(scope)
    const byLink = {
      getUnsubscribe: ({ params }: Signed) => readUnsubscribe(core, params.signature),
      postUnsubscribe: ({ params }: Signed) => unsubscribe(core, params.signature),
    }
    serveArea(scope, links, byLink, () => null)
  })
}

/** Mail programs post a form, of either kind. The signature says everything, so the body is not looked at. */
const readNothing = (scope: FastifyInstance): void =>
  void scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
