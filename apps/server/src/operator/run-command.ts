import { createHash } from 'node:crypto'
import { basename } from 'node:path'

import { audited } from '../business/audit/audit-log.ts'
import type { Core } from '../core/core.ts'
import { type Command, COMMANDS, inputFileOf } from './command-table.ts'
import { HANDLERS } from './commands/handlers.ts'
import type { CommandIo } from './commands/handler.ts'
import { refusalLines } from './refusal-lines.ts'

/** A command and who gave it. */
export type GivenCommand = { readonly command: Command; readonly actor: string }

/**
 * Run a command of `office`, wherever it was typed; answers the exit status: 0 done, 1 refused.
 *
 * What is refused is told in plain lines; anything else that is thrown is a bug, and the caller's to report.
 */
export async function runCommand(
  core: Core,
  { command, actor }: GivenCommand,
  io: CommandIo,
): Promise<number> {
  const input = io.input && new HashedInput(io.input)
  const run = (on: Core) => HANDLERS[command.name]({ core: on, command, io: { ...io, input } })
  try {
    if (!COMMANDS[command.name].isAudited) return await run(core)
    const details = () => detailsOf(command, input)
    return await audited(core, { actor, command: command.name, details }, run)
  } catch (error) {
    const lines = refusalLines(error, command)
    if (lines === null) throw error
    for (const line of lines) io.note(line)
    return 1
  }
}

/** What the audit log keeps: the words, and of a file its hash, so that it can be told which one it was. */
function detailsOf(command: Command, input: HashedInput | null): object {
  const file = inputFileOf(command)
  if (file === null || input === null) return { words: command.arguments, ...command.options }
  const words = command.arguments.map((word) => (word === file ? basename(file) : word))
  return { words, ...command.options, bytes: input.bytes, sha256: input.sha256() }
}

/** A file's bytes as they pass, and the hash of what has passed. */
class HashedInput implements AsyncIterable<Uint8Array> {
  readonly #source: AsyncIterable<Uint8Array>
  readonly #hash = createHash('sha256')
  bytes = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#source) {
      this.#hash.update(chunk)
      this.bytes += chunk.length
      yield chunk
    }
  }

  sha256(): string {
    return this.#hash.copy().digest('hex')
  }
}
