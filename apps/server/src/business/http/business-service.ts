import type { FastifyInstance } from 'fastify'

import { serveCall } from '../../http/serve-call.ts'
import { businessCalls, exchangeCalls } from '../business-calls.ts'
import type { Origins } from '../config/frontend-config.ts'
import type { Identities } from '../profile/read-profile.ts'
import type { ServePartner } from '../serve-partner.ts'
import { type PartnerGate, partnerGate } from './partner-gate.ts'

type Options = PartnerGate & {
  readonly identities: Identities
  readonly origins: Origins
}

/** The calls of the business service and the exchange, behind the partners' gate. */
export function businessService(app: FastifyInstance, options: Options): void {
  const { core, origins, identities } = options
  partnerGate(app, options)
  const serve: ServePartner = (contract, answer) =>
    serveCall(app, contract, (input, { partnerId }) => answer(input, partnerId))
  businessCalls(serve, core, { origins, identities })
  exchangeCalls(serve, core)
}
