import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { OFFICE_REQUEST_TYPE, postOffice } from '@partner-office/contracts'

import { childOptions, inheritedVariables } from './child-variables.ts'
import { freePorts } from './free-ports.ts'

const SOURCES = join(import.meta.dirname, '..')
const KEY = 'the-key-of-the-kill-rounds'
const READY_PATIENCE_MS = 60_000

/** The location of the victim's data: DATA_DIR, or DATABASE_URL with a DATA_DIR for the rest. */
export type Variables = Readonly<Record<string, string>>

/** The answer of an `office` command; `exit` is null if the server ended before. */
export type Answer = {
  readonly exit: number | null
  readonly out: string
  readonly notes: readonly string[]
}

/** A server in a process of its own, and its unanswered calls. */
export class Victim {
  readonly #child: ChildProcess
  readonly #address: string
  readonly ports: Awaited<ReturnType<typeof freePorts>>
  /** Time from the start of the process until it answers that it is ready. */
  readonly startMs: number
  /** Calls that were sent and never answered. */
  cutOff = 0

  private constructor(
    child: ChildProcess,
    ports: Awaited<ReturnType<typeof freePorts>>,
    startMs: number,
  ) {
    this.#child = child
    this.ports = ports
    this.#address = operatorsAt(ports)
    this.startMs = startMs
  }

  static async start(variables: Variables): Promise<Victim> {
    const started = performance.now()
    const ports = await freePorts()
    const child = runSource('main.ts', [], { ...variables, ...ports })
    let said = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text))
    const ready = await untilReady(operatorsAt(ports), () => hasEnded(child))
    if (ready) return new Victim(child, ports, performance.now() - started)
    child.kill('SIGKILL')
    throw new Error(`The server did not start: ${said}`)
  }

  /** Starts a server and kills it during its start. */
  static async killStart(variables: Variables, afterMs: number): Promise<void> {
    const child = runSource('main.ts', [], { ...variables, ...(await freePorts()) })
    child.stderr!.resume()
    await wait(afterMs)
    await killed(child)
  }

  get hasEnded(): boolean {
    return hasEnded(this.#child)
  }

  /** Memory of the process. Units: MB. */
  get memory(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024
  }

  async kill(): Promise<void> {
    await killed(this.#child)
  }

  /** Stops the server as an operator does; returns the exit status. */
  async stop(): Promise<number | null> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const [status] = (await ended) as [number | null]
    return status
  }

  /** Waits until the server is ready again; returns the milliseconds, or null if it does not recover. */
  async readyAgain(): Promise<number | null> {
    const started = performance.now()
    const ready = await untilReady(this.#address, () => this.hasEnded)
    return ready ? performance.now() - started : null
  }

  /** True: recorded; false: answered with an error; null: no answer. */
  async recordOrder(order: object): Promise<boolean | null> {
    const text = await this.#call('/internal/v1/orders', 'application/json', JSON.stringify(order))
    return text === null ? null : (JSON.parse(text) as { state: string }).state === 'success'
  }

  async office(words: readonly string[], file: string | null = null): Promise<Answer> {
    const head = JSON.stringify({ words, user: 'kill rounds', hasInput: file !== null })
    const text = await this.#call(postOffice.path, OFFICE_REQUEST_TYPE, `${head}\n${file ?? ''}`)
    return answerOf(text ?? '')
  }

  async #call(path: string, type: string, body: string): Promise<string | null> {
    try {
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': type }
      const response = await fetch(this.#address + path, { method: 'POST', headers, body })
      return await response.text()
    } catch {
      this.cutOff += 1
      return null
    }
  }
}

const operatorsAt = ({ OPERATOR_PORT }: { readonly OPERATOR_PORT: string }): string =>
  `http://127.0.0.1:${OPERATOR_PORT}`

/** An `office` command in a process of its own; it opens the data itself if no server owns it. */
export class OfficeRun {
  readonly #child: ChildProcess
  /** Its exit status; null when it was killed. */
  readonly ended: Promise<number | null>

  constructor(words: readonly string[], variables: Variables) {
    this.#child = runSource('office.ts', words, variables)
    this.#child.stderr!.resume()
    this.ended = once(this.#child, 'exit').then(([status]) => status as number | null)
  }

  async kill(): Promise<void> {
    await killed(this.#child)
  }
}

function runSource(file: string, words: readonly string[], variables: Variables): ChildProcess {
  const fixed = { ...inheritedVariables(), DEMO: 'off', OPERATOR_KEY: KEY, LOG_LEVEL: 'error' }
  return spawn(process.execPath, [...childOptions(fixed), join(SOURCES, file), ...words], {
    env: { ...fixed, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null

async function killed(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function untilReady(address: string, isHopeless: () => boolean): Promise<boolean> {
  for (const giveUpAt = Date.now() + READY_PATIENCE_MS; Date.now() < giveUpAt; await wait(20)) {
    if (isHopeless()) return false
    const response = await fetch(`${address}/health/ready`).catch(() => null)
    await response?.arrayBuffer()
    if (response?.ok) return true
  }
  return false
}

function answerOf(text: string): Answer {
  type Line = { out?: string; note?: string; exit?: number }
  const lines = text.split('\n').filter(Boolean)
  const said = lines.map((line) => JSON.parse(line) as Line)
  return {
    exit: said.at(-1)?.exit ?? null,
    out: said.map(({ out }) => out ?? '').join(''),
    notes: said.flatMap(({ note }) => note ?? []),
  }
}
