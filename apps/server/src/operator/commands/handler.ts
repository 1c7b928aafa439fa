import { Refusal } from '@partner-office/domain'

import type { Core, Progress } from '../../core/core.ts'
import type { Command } from '../command-table.ts'

/** Input and output of a command. */
export type CommandIo = {
  /** The bytes of the command's input file. */
  readonly input: AsyncIterable<Uint8Array> | null
  /** Writes the command's result, to standard output or a file. */
  out(chunk: string | Uint8Array): Promise<void>
  /** Writes a line for the operator, to standard error. */
  note(line: string): void
  readonly progress: Progress
  /** The passphrase of a file of keys, if one was given. */
  readonly passphrase?: string | undefined
  /** True in a process that serves. */
  readonly isServing?: boolean
}

type Context = {
  readonly core: Core
  readonly command: Command
  readonly actor: string
  readonly io: CommandIo
}

/** Runs a command and returns its exit status. */
export type Handler = (context: Context) => Promise<number>

/** Runs a command that needs no data. */
export type LocalHandler = (context: Omit<Context, 'core' | 'actor'>) => Promise<number>

export const DONE = 0
export const REFUSED = 1

/** Bytes of the input file, for commands whose table entry names one. */
export function inputOf({ input }: CommandIo): AsyncIterable<Uint8Array> {
  if (input === null) throw new Error('This command reads a file, and there is none')
  return input
}

/** A whole input file. Refuses: `validation_error`, for a file of more than `most` bytes. */
export async function bytesOf(
  input: AsyncIterable<Uint8Array>,
  most: number,
  tooLarge: string,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    if (bytes > most) throw refusedFile(tooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The refusal of a file, with a reason for the operator. */
export const refusedFile = (reason: string): Refusal => new Refusal('validation_error', { reason })

/** One line of a list: its cells with tabs between them. */
export const listLine = (...cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => String(cell).replaceAll(/[\t\n]/g, ' ')).join('\t')}\n`

/** An instant in a list. */
export const instantText = (instant: number): string => new Date(instant).toISOString()
