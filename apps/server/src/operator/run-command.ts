import { createHash } from 'node:crypto'
import { basename } from 'node:path'

import { audited } from '../business/audit/audit-log.ts'
import { outsideFourEyes } from '../console/proposals/outside-four-eyes.ts'
import type { Core } from '../core/core.ts'
import { forLongWork } from '../turns/long-work.ts'
import { type Command, COMMANDS, inputFileOf } from './command-table.ts'
import { directActOf } from './direct-act.ts'
import { HANDLERS } from './commands/handlers.ts'
import type { CommandIo } from './commands/handler.ts'
import { refusalLines } from './refusal-lines.ts'

/** A command and its user. */
export type GivenCommand = { readonly command: Command; readonly actor: string }

/**
 * Run a command of `office`, wherever it was typed; answers the exit status: 0 done, 1 refused.
 *
 * A refusal is printed in plain lines; any other error is a bug and goes to the caller.
 */
export async function runCommand(
  core: Core,
  { command, actor }: GivenCommand,
  io: CommandIo,
): Promise<number> {
  const input = io.input && new HashedInput(io.input)
  const patient = forLongWork(core)
  const run = (on: Core) =>
    HANDLERS[command.name]({ core: on, command, actor, io: { ...io, input } })
  try {
    if (!COMMANDS[command.name].isAudited) return await run(patient)
    const act = directActOf(command)
    const mark = act === null ? {} : await outsideFourEyes(patient, act)
    const details = () => ({ ...detailsOf(command, input), ...mark })
    return await audited(patient, { actor, command: command.name, details }, run)
  } catch (error) {
    const lines = refusalLines(error, command)
    if (lines === null) throw error
    for (const line of lines) io.note(line)
    return 1
  }
}

/** Details for the audit log: the words, and the hash of the input file, which identifies it. */
function detailsOf(command: Command, input: HashedInput | null): object {
  const file = inputFileOf(command)
  if (file === null || input === null) return { words: command.arguments, ...command.options }
  const words = command.arguments.map((word) => (word === file ? basename(file) : word))
  return { words, ...command.options, bytes: input.bytes, sha256: input.sha256() }
}

/** Passes a file's bytes on and hashes them. */
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
