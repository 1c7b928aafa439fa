import type { Core } from '../core/core.ts'
import { parseCommand } from '../operator/parse-command.ts'
import { runCommand } from '../operator/run-command.ts'

/** Runs a command line of `office` in this process; returns its exit status, output and messages. `input`: of its file. */
export async function runOffice(
  core: Core,
  words: readonly string[],
  input: AsyncIterable<Uint8Array> | null = null,
) {
  const request = parseCommand([...words])
  if (request.kind !== 'run') throw new Error('Not a command')
  const chunks: Buffer[] = []
  const notes: string[] = []
  const exit = await runCommand(
    core,
    { command: request.command, actor: 'ann' },
    {
      input,
      out: async (chunk) => void chunks.push(Buffer.from(chunk)),
      note: (text) => void notes.push(text),
      progress: () => {},
    },
  )
  const bytes = Buffer.concat(chunks)
  return { exit, notes, bytes, out: bytes.toString('utf8') }
}
