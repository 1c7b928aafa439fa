import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'

import {
  OFFICE_ANSWER_TYPE,
  OFFICE_REQUEST_TYPE,
  type OfficeLine,
  OfficeRequest,
  postOffice,
} from '@partner-office/contracts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Core } from '../core/core.ts'
import { CallRefused } from '../http/call-refused.ts'
import type { CommandIo } from './commands/handler.ts'
import { parseCommand, WrongUsage } from './parse-command.ts'
import { runCommand } from './run-command.ts'
import { splitFirstLine } from './split-first-line.ts'
import { throttleProgress } from './throttle-progress.ts'

/** Runs commands for `office` while this process owns the data. */
export function officeRoute(app: FastifyInstance, core: Core): void {
  app.addContentTypeParser(OFFICE_REQUEST_TYPE, (_request, payload, done) => done(null, payload))
  app.route({
    method: postOffice.method,
    url: postOffice.path,
    config: { contract: postOffice },
    handler: async (request, reply) => {
      const { line, rest } = await splitFirstLine(bodyStream(request.body))
      const asked = readRequest(line)
      const answer = new PassThrough()
      void answerCommand(core, asked, rest, new LineWriter(answer), request.log)
      return reply.type(OFFICE_ANSWER_TYPE).send(answer)
    },
  })
}

function bodyStream(body: unknown): Readable {
  if (body === undefined || body === null) throw new CallRefused(400, 'validation_error')
  return body as Readable
}

function readRequest(line: string): OfficeRequest {
  try {
    return OfficeRequest.parse(JSON.parse(line))
  } catch {
    throw new CallRefused(400, 'validation_error')
  }
}

async function answerCommand(
  core: Core,
  { words, user, hasInput, passphrase }: OfficeRequest,
  input: AsyncIterable<Uint8Array>,
  writer: LineWriter,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    const request = parseCommand(words)
    if (request.kind !== 'run') throw new WrongUsage('there is no command to run')
    const actor = `${user} (command line)`
    const given = { command: request.command, actor }
    const io = { ...writer.io(hasInput ? input : null), passphrase }
    const exit = await runCommand(core, given, io)
    writer.end(exit)
  } catch (error) {
    if (error instanceof WrongUsage) return writer.end(2, error.message)
    log.error({ err: error, words: words.slice(0, 2) }, 'a command failed')
    writer.end(1, `the server failed at it: ${(error as Error).message}`)
  }
}

/** Writes the lines of an answer, no faster than the caller reads them. */
class LineWriter {
  readonly #stream: PassThrough

  constructor(stream: PassThrough) {
    this.#stream = stream
    // The caller may disconnect at any time; a command that has begun still finishes.
    stream.on('error', () => {})
  }

  io(input: AsyncIterable<Uint8Array> | null): CommandIo {
    return {
      input,
      isServing: true,
      out: (chunk) =>
        this.#write(
          typeof chunk === 'string'
            ? { out: chunk }
            : {
                bytes: Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('base64'),
              },
        ),
      note: (line) => void this.#write({ note: line }).catch(() => {}),
      progress: throttleProgress(
        (done, of) => void this.#write({ progress: [done, of] }).catch(() => {}),
      ),
    }
  }

  end(exit: number, note?: string): void {
    if (this.#stream.destroyed) return
    if (note !== undefined) this.#stream.write(lineText({ note }))
    this.#stream.end(lineText({ exit }))
  }

  async #write(line: OfficeLine): Promise<void> {
    if (this.#stream.destroyed) throw new Error('the caller has disconnected')
    if (this.#stream.write(lineText(line))) return
    const gone = new AbortController()
    await Promise.race([
      once(this.#stream, 'drain', { signal: gone.signal }),
      once(this.#stream, 'close', { signal: gone.signal }),
    ]).finally(() => gone.abort())
  }
}

const lineText = (line: OfficeLine): string => `${JSON.stringify(line)}\n`
