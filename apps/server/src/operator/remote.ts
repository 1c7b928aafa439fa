import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import {
  OFFICE_REQUEST_TYPE,
  OfficeLine,
  type OfficeRequest,
  postOffice,
} from '@partner-office/contracts'

import { StartRefused } from '../core/start-refused.ts'
import type { CommandIo } from './commands/handler.ts'

/** The owner of the data is not ready to answer; a retry may succeed. */
export class NotAnswering extends Error {
  override readonly name = 'NotAnswering'
}

type Server = { readonly port: number; readonly key: string }

/**
 * Have the process that owns the data run a command; answers the exit status.
 *
 * Refuses: `NotAnswering`, before anything was done; `StartRefused`, when the key is not accepted.
 */
export async function runRemotely(
  server: Server,
  asked: OfficeRequest,
  io: CommandIo,
): Promise<number> {
  const response = await send(server, asked, io.input)
  if (response.statusCode === 200) return readAnswer(response, io)
  response.resume()
  if (response.statusCode === 503) throw new NotAnswering('The server is starting or stopping')
  if (response.statusCode === 401) {
    throw new StartRefused(
      'The running server does not accept the operator key: set OPERATOR_KEY to the one it was started with',
    )
  }
  throw new StartRefused(
    `Port ${server.port} is not the operators' port (HTTP ${response.statusCode})`,
  )
}

async function send(
  { port, key }: Server,
  asked: OfficeRequest,
  input: AsyncIterable<Uint8Array> | null,
): Promise<IncomingMessage> {
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    method: postOffice.method,
    path: postOffice.path,
    headers: { authorization: `Bearer ${key}`, 'content-type': OFFICE_REQUEST_TYPE },
  })
  // The answer may arrive, and the connection close, before the whole file was sent: the answer counts.
  pipeline(Readable.from(bodyOf(asked, input)), request).catch(() => {})
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return response
  } catch (error) {
    throw new NotAnswering((error as Error).message)
  }
}

async function* bodyOf(
  asked: OfficeRequest,
  input: AsyncIterable<Uint8Array> | null,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(asked)}\n`)
  if (input !== null) yield* input
}

async function readAnswer(response: IncomingMessage, io: CommandIo): Promise<number> {
  try {
    for await (const text of createInterface({ input: response, crlfDelay: Infinity })) {
      const exit = await takeLine(OfficeLine.parse(JSON.parse(text)), io)
      if (exit !== null) return exit
    }
  } catch {
    // A connection that breaks ends the answer like one that closes.
  }
  io.note(
    'The server stopped before the command was done; `office audit list` tells whether it was',
  )
  return 1
}

async function takeLine(line: OfficeLine, io: CommandIo): Promise<number | null> {
  if ('exit' in line) return line.exit
  if ('out' in line) await io.out(line.out)
  else if ('bytes' in line) await io.out(Buffer.from(line.bytes, 'base64'))
  else if ('note' in line) io.note(line.note)
  else io.progress(...line.progress)
  return null
}
