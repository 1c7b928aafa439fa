import {
  type CallInput,
  type CallReply,
  type Contract,
  ErrorEnvelope,
  errorEnvelope,
  ErrorMapEnvelope,
  GENERAL_CODES,
  OauthError,
  successEnvelope,
} from '@partner-office/contracts'
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'

type Handle<Of extends Contract> = (
  input: CallInput<Of>,
  request: FastifyRequest,
) => Promise<CallReply<Of>>

/** Serve one call: what comes in and what goes out are checked against its contract. */
export function serveCall<Of extends Contract>(
  app: FastifyInstance,
  contract: Of,
  handle: Handle<Of>,
  options: RouteShorthandOptions = {},
): void {
  app.route({
    ...options,
    method: contract.method,
    url: contract.path,
    config: { contract },
    schema: {
      ...(contract.params && { params: contract.params }),
      ...(contract.query && { querystring: contract.query }),
      ...(contract.body && { body: contract.body }),
      ...(contract.reply && { response: answersOf(contract.reply, contract) }),
    },
    handler: async (request) => {
      const data = await handle(request as unknown as CallInput<Of>, request)
      return contract.reply ? { state: 'success', data, errors: [] } : data
    },
  })
}

function answersOf(reply: z.ZodType, { refusals, refusedAs }: Contract) {
  const listed = errorEnvelope([...GENERAL_CODES, ...refusals])
  const refused = refusedAs === 'map' ? ErrorMapEnvelope : listed
  const failed = { map: ErrorMapEnvelope, oauth: OauthError, list: ErrorEnvelope }[
    refusedAs ?? 'list'
  ]
  return { 200: z.union([successEnvelope(reply), refused]), '4xx': failed, '5xx': failed }
}
