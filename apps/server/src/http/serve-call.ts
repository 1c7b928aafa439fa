import { Readable } from 'node:stream'

import {
  type CallInput,
  type CallReply,
  type Contract,
  codesOf,
  ErrorEnvelope,
  errorEnvelope,
  ErrorMapEnvelope,
  type FileReply,
  OauthError,
  successEnvelope,
} from '@partner-office/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'

import { pageWriter } from './page-writer.ts'

type Handle<Of extends Contract> = (
  input: CallInput<Of>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<CallReply<Of>>

/** Serves one call; checks input and answer against its contract. */
export function serveCall<Of extends Contract>(
  app: FastifyInstance,
  contract: Of,
  handle: Handle<Of>,
  options: RouteShorthandOptions = {},
): void {
  const writePage = hasEnvelope(contract) ? pageWriter(contract) : null
  app.route({
    ...options,
    method: contract.method,
    url: contract.path,
    config: { contract },
    ...(contract.bodyBytes && { bodyLimit: contract.bodyBytes }),
    schema: {
      ...(contract.params && { params: contract.params }),
      ...(contract.query && { querystring: contract.query }),
      ...(contract.body && { body: contract.body }),
      ...(contract.reply && { response: answersOf(contract.reply, contract) }),
    },
    handler: async (request, reply) => {
      const data = await handle(request as unknown as CallInput<Of>, request, reply)
      if (contract.isEmpty === true) return reply.code(204).send()
      if (contract.file !== undefined) return sendFile(reply, contract.file, data as FileReply)
      if (writePage !== null) return reply.type(JSON_TYPE).send(writePage(data))
      return hasEnvelope(contract) ? { state: 'success', data, errors: [] } : data
    },
  })
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends a file no faster than the caller reads it; ends with the connection. */
function sendFile(
  reply: FastifyReply,
  mediaType: string,
  { name, chunks, isLasting, lines }: FileReply,
) {
  if (lines !== undefined) void reply.header('x-lines', lines)
  if (isLasting === true) void reply.header('cache-control', KEPT_A_WEEK)
  return reply
    .type(mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType)
    .headers({
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(Readable.from(chunks, { objectMode: false }))
}

const KEPT_A_WEEK = 'private, max-age=604800, immutable'

const hasEnvelope = ({ reply, envelope }: Contract): boolean =>
  reply !== undefined && envelope !== false

/** The schemas of answers of each contract: making them takes longer than adding the route. */
const answers = new WeakMap<Contract, Readonly<Record<string, z.ZodType>>>()

/** Schema of an answer under 200: the data, or a refusal. */
export function answerOf(reply: z.ZodType, contract: Contract): z.ZodType {
  const listed = errorEnvelope(codesOf(contract))
  const refused = contract.refusedAs === 'map' ? ErrorMapEnvelope : listed
  return z.union([hasEnvelope(contract) ? successEnvelope(reply) : reply, refused])
}

function answersOf(reply: z.ZodType, contract: Contract): Readonly<Record<string, z.ZodType>> {
  const known = answers.get(contract)
  if (known !== undefined) return known
  const failed = { map: ErrorMapEnvelope, oauth: OauthError, list: ErrorEnvelope }[
    contract.refusedAs ?? 'list'
  ]
  const made = { 200: answerOf(reply, contract), '4xx': failed, '5xx': failed }
  answers.set(contract, made)
  return made
}
