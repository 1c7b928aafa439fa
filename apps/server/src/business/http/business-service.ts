import type { FastifyInstance } from 'fastify'

import { serveCall } from '../../http/serve-call.ts'
import { serveFormParts } from '../../http/serve-form.ts'
import { businessCalls, exchangeCalls } from '../business-calls.ts'
import type { Origins } from '../settings/frontend-config.ts'
import type { Identities } from '../profile/read-profile.ts'
import type { ServePartner, ServePartnerForm } from '../serve-partner.ts'
import { newsRoutes } from './news-routes.ts'
import { type PartnerGate, partnerGate } from './partner-gate.ts'
import { reportFiles } from './report-files.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

type Options = PartnerGate & {
  readonly identities: Identities
  readonly origins: Origins
}

/** The calls of the business service and the exchange, behind the partners' gate. */
export function businessService(app: FastifyInstance, options: Options): void {
  const { core, origins, identities } = options
  partnerGate(app, options)
  const serve: ServePartner = (contract, answer) =>
    serveCall(app, contract, (input, { partnerId, session }) => answer(input, partnerId, session))
  const serveForm: ServePartnerForm = (contract, limits, answer) =>
    serveFormParts(app, contract, limits, (parts, { partnerId }) => answer(parts, partnerId))
  businessCalls({ serve, serveForm }, core, { origins, identities })
  exchangeCalls(serve, core)
  newsRoutes(app, core, origins)
  reportFiles(app, core, origins.office)
  void app.register(async (encapsulated) => unsubscribeRoutes(encapsulated, core))
}
