import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

import { makeDataDirectory } from '../core/data-directory.ts'
import { DataOwned, StartRefused } from '../core/start-refused.ts'
import { type DataOwner, liveOwner } from '../db/data-owner.mjs'
import { type Environment, readEnvironment } from '../env.ts'
import { askOwner, type Typed, userName } from './ask-owner.ts'
import {
  type Command,
  COMMANDS,
  type CommandSpec,
  inputFileOf,
  outputFileOf,
} from './command-table.ts'
import type { CommandIo } from './commands/handler.ts'
import { fileOutput, inColumns, type Output, patientOutput, standardOutput } from './output.ts'
import { helpText, parseCommand, WrongUsage } from './parse-command.ts'
import { ProgressDisplay } from './progress-display.ts'
import { refusalLines } from './refusal-lines.ts'
import { NotAnswering } from './remote.ts'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * The operator's command line. Returns the exit status: 0 done, 1 refused, 2 wrong usage.
 *
 * Source: operations.md section 4.
 */
export async function office(words: readonly string[], variables: Variables): Promise<number> {
  try {
    const request = parseCommand(words)
    if (request.kind === 'run') {
      if (request.command.name === 'doctor') {
        const { doctor } = await import('./doctor/doctor.ts')
        return await doctor(request.command, variables)
      }
      const passphrase = variables['KEYS_PASSPHRASE']
      const typed = { words, command: request.command, passphrase }
      return await run(typed, readEnvironment(variables))
    }
    process.stdout.write(helpText(request.commands))
    return 0
  } catch (error) {
    process.stderr.write(`${describe(error, variables)}\n`)
    return error instanceof WrongUsage ? 2 : 1
  }
}

/** Message of an error, always one line; with LOG_LEVEL=debug the stack of a bug. */
function describe(error: unknown, variables: Variables): string {
  if (error instanceof WrongUsage || error instanceof StartRefused) return error.message
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return variables['LOG_LEVEL'] === 'debug' ? (stack ?? message) : `This failed: ${message}`
}

const OWNER_TIMEOUT_MS = 30_000

/** If another process owns the data directory, it runs the command. Waits while that process starts or stops. */
async function run(typed: Typed, environment: Environment): Promise<number> {
  if (isLocal(typed.command)) return runLocally(typed.command)
  const inputFile = inputFileOf(typed.command)
  if (inputFile !== null) await requireReadable(inputFile)
  if (environment.databaseUrl === null) makeDataDirectory(environment.dataDir)

  const giveUpAt = Date.now() + OWNER_TIMEOUT_MS
  for (;;) {
    const owner = environment.databaseUrl === null ? liveOwner(environment.dataDir) : null
    try {
      return owner === null
        ? await runHere(typed, environment)
        : await runAtOwner(typed, environment, owner)
    } catch (error) {
      const isBusy = error instanceof DataOwned || error instanceof NotAnswering
      if (!isBusy) throw error
      if (Date.now() > giveUpAt) throw owner ? new DataOwned(environment.dataDir, owner.pid) : error
    }
    await wait(200)
  }
}

const isLocal = ({ name }: Command): boolean => (COMMANDS[name] as CommandSpec).isLocal === true

async function runLocally(command: Command): Promise<number> {
  const { languagesCheck } = await import('./commands/language-commands.ts')
  try {
    return await withIo(
      command,
      async () => standardOutput,
      (io) => languagesCheck({ command, io }),
    )
  } catch (error) {
    const lines = refusalLines(error, command)
    if (lines === null) throw error
    process.stderr.write(`${lines.join('\n')}\n`)
    return 1
  }
}

async function runHere({ command, passphrase }: Typed, environment: Environment): Promise<number> {
  // Loaded late: importing the use cases takes time that a command for another process does not need.
  const { runOpened } = await import('./run-opened.ts')
  const given = { command, actor: `${userName()} (command line)` }
  return withIo(
    command,
    async () => standardOutput,
    (io) => runOpened(environment, given, { ...io, passphrase }),
  )
}

async function runAtOwner(
  typed: Typed,
  environment: Environment,
  owner: DataOwner,
): Promise<number> {
  return withIo(typed.command, patientOutput, (io) => askOwner(typed, environment, owner, io))
}

const onScreen = ({ name }: Command, screen: Output): Output =>
  process.stdout.isTTY && / (list|requests)$/.test(name) ? inColumns(screen) : screen

/** Opens the files of a command; an output file appears only when the command succeeded. Without one, `openScreen` is written to. */
async function withIo(
  command: Command,
  openScreen: () => Promise<Output>,
  work: (io: CommandIo) => Promise<number>,
): Promise<number> {
  const outputFile = outputFileOf(command)
  const output =
    outputFile === null ? onScreen(command, await openScreen()) : await fileOutput(outputFile)
  const display = new ProgressDisplay(process.stderr)
  const inputFile = inputFileOf(command)
  const stopWatching = abandonOnSignals(output)
  let exit = 1
  try {
    exit = await work({
      input: inputFile === null ? null : bytesOf(inputFile),
      out: (chunk) => output.write(chunk),
      note: (line) => display.line(line),
      progress: display.progress,
    })
  } finally {
    display.clear()
    stopWatching()
    await output.finish(exit === 0)
  }
  return exit
}

/** Opens the file with the first read. */
async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file) as AsyncIterable<Uint8Array>
}

async function requireReadable(file: string): Promise<void> {
  const problem = await stat(file)
    .then(async (found) => {
      await access(file, constants.R_OK)
      return found.isDirectory() ? 'it is a directory' : null
    })
    .catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? 'there is no such file' : String(error.code),
    )
  if (problem !== null) throw new StartRefused(`${file} cannot be read: ${problem}`)
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

function abandonOnSignals(output: Output): () => void {
  const listeners = Object.entries(SIGNALS).map(([signal, exit]) => {
    const listener = () => {
      output.abandon()
      process.exit(exit)
    }
    process.on(signal, listener)
    return () => process.off(signal, listener)
  })
  return () => {
    for (const stop of listeners) stop()
  }
}
