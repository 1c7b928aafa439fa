import fastifyMultipart, { type Multipart } from '@fastify/multipart'
import type { CallInput, CallReply, Contract, Form } from '@partner-office/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { EventLoopTurns } from '../turns/event-loop-turns.ts'
import type { FormPart } from '../input/form-parts.ts'
import type { HandlerInput } from '../input/handlers.ts'
import { CallRefused } from './call-refused.ts'
import { serveCall } from './serve-call.ts'
import { FORM, FORM_STEPS_IN_ONE_TURN } from '../input/limits.ts'

const turns = new EventLoopTurns(FORM_STEPS_IN_ONE_TURN)

/** Serves a call whose body is a form with files. The handler must read every file to its end, or throw. */
export function serveFormParts<Of extends Contract>(
  app: FastifyInstance,
  contract: Of,
  handle: (
    input: HandlerInput<Of>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<CallReply<Of>>,
): void {
  const form = contract.multipart!
  const answer = async (
    { params }: CallInput<Of>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    refuseTooLarge(request, form)
    const tooSlow = setTimeout(() => request.raw.destroy(), form.withinMs)
    try {
      const input = { params, parts: partsOf(request, form) } as unknown as HandlerInput<Of>
      return await handle(input, request, reply)
    } finally {
      clearTimeout(tooSlow)
    }
  }
  // A scope of its own: only forms read bodies of the type `multipart/form-data`.
  void app.register(async (scope) => {
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false })
    scope.addHook('onRequest', () => turns.next())
    serveCall(scope, contract, answer)
  })
}

const bytesOf = ({ files, fileBytes }: Form): number =>
  files * fileBytes + FORM.fields * FORM.fieldBytes + FORM.frameBytes

function refuseTooLarge({ headers }: FastifyRequest, limits: Form): void {
  if (Number(headers['content-length'] ?? 0) > bytesOf(limits)) {
    throw new CallRefused(413, 'validation_error')
  }
}

async function* partsOf(request: FastifyRequest, limits: Form): AsyncGenerator<FormPart> {
  const parts = request.parts({
    limits: {
      files: limits.files,
      fileSize: limits.fileBytes,
      fields: FORM.fields,
      fieldSize: FORM.fieldBytes,
      fieldNameSize: FORM.nameBytes,
      parts: limits.files + FORM.fields,
    },
  })
  endLongBody(request, bytesOf(limits))
  for await (const part of readable(parts)) yield formPart(part)
}

/** Names a broken body as what it is: its parser throws plain errors. */
async function* readable<Part>(source: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* source
  } catch (error) {
    throw 'statusCode' in (error as object) ? error : new CallRefused(400, 'validation_error')
  }
}

/** Reads in turns with the other forms: a body that is not read stays in its connection. */
async function* inTurns<Chunk>(source: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  for await (const chunk of source) {
    await turns.next()
    yield chunk
  }
}

/** A body without a stated length may still be endless: the connection ends at the limit. */
function endLongBody({ raw }: FastifyRequest, most: number): void {
  let received = 0
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > most) raw.destroy()
  })
}

function formPart(part: Multipart): FormPart {
  const name = part.fieldname
  if (part.type === 'file') {
    const { file, filename: fileName } = part
    const bytes = inTurns(readable(file))
    return { kind: 'file', name, fileName, bytes, isCut: () => file.truncated }
  }
  // A value longer than its limit would be stored cut.
  if (part.valueTruncated || part.fieldnameTruncated) throw new CallRefused(413, 'validation_error')
  return { kind: 'field', name, value: String(part.value) }
}
