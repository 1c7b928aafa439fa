import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll } from 'vitest'

import { childOptions, inheritedVariables } from './child-variables.ts'

type Variables = Readonly<Record<string, string>>

/** A server program in a child process, with its output. */
export type Child = {
  readonly process: ChildProcess
  readonly said: { out: string; err: string }
  /** Its exit status, or the signal that ended it. */
  readonly ended: Promise<number | string>
}

const running = new Set<ChildProcess>()

const SOURCES = join(import.meta.dirname, '..')

/**
 * Creates a directory for this test file or group. After its tests, kills the servers that a failed test has left behind,
 * and removes the directory.
 */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-test-'))
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true })
  })
  return directory
}

/** Runs a source file of the server, such as `main.ts`, with these environment variables only. */
export function runSource(file: string, words: readonly string[], variables: Variables): Child {
  const child = spawn(
    process.execPath,
    [...childOptions(variables), join(SOURCES, file), ...words],
    {
      env: { ...inheritedVariables(), ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  running.add(child)
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text))
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return (code ?? signal) as number | string
  })
  return { process: child, said, ended }
}

/** Waits until the condition is true. A slow machine is no failure: what waits this long would wait for ever. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  patienceMs = 90_000,
): Promise<void> {
  for (const giveUpAt = Date.now() + patienceMs; !(await isSo()); await wait(25)) {
    if (Date.now() > giveUpAt) throw new Error(`Not so after ${patienceMs} ms: ${isSo}`)
  }
}

/** Three free ports, as the variables of a server. */
export async function freePorts(): Promise<{
  PORT: string
  PASSPORT_PORT: string
  OPERATOR_PORT: string
}> {
  const servers = Array.from({ length: 3 }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const [port, passportPort, operatorPort] = servers.map((server) =>
    String((server.address() as { port: number }).port),
  )
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return { PORT: port!, PASSPORT_PORT: passportPort!, OPERATOR_PORT: operatorPort! }
}

/** The first start creates the demo network and closes its months. */
const START_PATIENCE_MS = 300_000

/** Starts a server and waits until it is ready and has printed its addresses, which come after the log. */
export async function startServer(variables: Variables): Promise<Child> {
  const server = runSource('main.ts', [], variables)
  const { said } = server
  const isReady = () => said.out.includes('"msg":"ready"') && said.err.includes('Operators ')
  await until(() => isReady() || server.process.exitCode !== null, START_PATIENCE_MS)
  if (!isReady()) throw new Error(`The server did not start: ${server.said.err}`)
  return server
}
