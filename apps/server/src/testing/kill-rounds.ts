import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { OFFICE_REQUEST_TYPE, postOffice } from '@partner-office/contracts'

import { SeededRandom } from '../demo/random.ts'
import { ordersText, partnersText } from './network-files.ts'

const MAIN = join(import.meta.dirname, '../main.ts')
const KEY = 'the-key-of-the-kill-rounds'
const PARTNERS = 40
const CALLERS = 6
const IMPORTED_AT_ONCE = 150
const LONGEST_START_MS = 10_000
const LEAST_IN_FLIGHT = 0.8

export type KillOptions = {
  readonly rounds: number
  readonly seed: number
  /** Where the victim's data is: DATA_DIR, or DATABASE_URL with a DATA_DIR for the rest. */
  readonly variables: Readonly<Record<string, string>>
  readonly say?: (line: string) => void
}

export type KillSummary = {
  readonly rounds: number
  /** Kills that hit calls that were not answered yet, or an import that was not done. */
  readonly inFlight: number
  readonly acknowledged: number
  readonly longestStartMs: number
  /** What was lost, half done or not as `verify` computes it; empty is the figure to reach. */
  readonly faults: readonly string[]
}

/**
 * Kill a server with SIGKILL at random moments of order intake and import, and look after every kill whether all that
 * it had acknowledged is there and nothing is half there. What it acknowledged is noted here, outside the victim.
 */
export async function killRounds(options: KillOptions): Promise<KillSummary> {
  const rounds = new KillRounds(options)
  await rounds.begin()
  for (let round = 1; round <= options.rounds; round += 1) await rounds.round(round)
  return rounds.end()
}

class KillRounds {
  readonly #options: KillOptions
  readonly #random: SeededRandom
  readonly #acknowledged = new Set<number>()
  /** Files that were sent: acknowledged ones must be there, the others whole or not at all. */
  readonly #files: { orders: number[]; isAcknowledged: boolean }[] = []
  readonly #faults: string[] = []
  #server: Victim | null = null
  #lastOrder = 0
  #inFlight = 0
  #longestStartMs = 0

  constructor(options: KillOptions) {
    this.#options = options
    this.#random = new SeededRandom(options.seed)
  }

  async begin(): Promise<void> {
    // The very first start makes the database; the figure is about those after a kill.
    this.#server = await Victim.start(this.#options.variables)
    const chain = Array.from(
      { length: PARTNERS },
      (_, at) => [at + 1, at === 0 ? null : (at + 1) >> 1] as const,
    )
    const { exit } = await this.#server.office(['import', 'partners', 'p.csv'], partnersText(chain))
    if (exit !== 0) throw new Error('The partners could not be imported')
  }

  async round(number: number): Promise<void> {
    const server = this.#server!
    const work = [
      ...Array.from({ length: CALLERS }, () => this.#sendOrders(server)),
      ...(this.#random.chance(0.5) ? [this.#sendFile(server)] : []),
    ]
    await this.#untilWorkMoves()
    await wait(this.#random.integer(0, 400))
    if (server.unanswered > 0) this.#inFlight += 1
    await server.kill()
    await Promise.all(work)

    this.#server = await this.#restart()
    await this.#look(number)
  }

  /** A busy machine must not make the kills come before the first answer. */
  async #untilWorkMoves(): Promise<void> {
    const before = this.#acknowledged.size
    for (const giveUpAt = Date.now() + 5_000; Date.now() < giveUpAt; await wait(5)) {
      if (this.#acknowledged.size > before) return
    }
  }

  async end(): Promise<KillSummary> {
    await this.#server!.kill()
    const { rounds } = this.#options
    if (this.#inFlight < rounds * LEAST_IN_FLIGHT) {
      this.#faults.push(`only ${this.#inFlight} of ${rounds} kills hit work in flight`)
    }
    return {
      rounds,
      inFlight: this.#inFlight,
      acknowledged: this.#acknowledged.size,
      longestStartMs: this.#longestStartMs,
      faults: this.#faults,
    }
  }

  async #restart(): Promise<Victim> {
    const started = performance.now()
    const server = await Victim.start(this.#options.variables)
    const ms = performance.now() - started
    this.#longestStartMs = Math.max(this.#longestStartMs, ms)
    if (ms > LONGEST_START_MS) this.#faults.push(`a start took ${Math.round(ms)} ms`)
    return server
  }

  async #sendOrders(server: Victim): Promise<void> {
    for (;;) {
      this.#lastOrder += 1
      const orderId = this.#lastOrder
      const isRecorded = await server.recordOrder({
        orderId,
        userId: this.#random.integer(2, PARTNERS),
        amount: `${this.#random.integer(1, 900)}.50`,
        paidAt: Date.now(),
        currency: 'EUR',
      })
      if (isRecorded === null) return
      if (isRecorded) this.#acknowledged.add(orderId)
      else this.#faults.push(`order ${orderId} was refused`)
    }
  }

  async #sendFile(server: Victim): Promise<void> {
    const orders = Array.from({ length: IMPORTED_AT_ONCE }, () => (this.#lastOrder += 1))
    const file = { orders, isAcknowledged: false }
    this.#files.push(file)
    const now = Date.now()
    const text = ordersText(orders.map((id) => [id, (id % (PARTNERS - 1)) + 2, now, '75']))
    const { exit } = await server.office(['import', 'orders', 'o.csv'], text)
    file.isAcknowledged = exit === 0
  }

  /** Every buyer has a sponsor, so every order has exactly one DIRECT transfer. */
  async #look(round: number): Promise<void> {
    const server = this.#server!
    const ledger = await server.office(['export', 'ledger'])
    const stored = new Map<number, number>()
    for (const [, order] of ledger.out.matchAll(/,DIRECT,.*,order (\d+)$/gm)) {
      stored.set(Number(order), (stored.get(Number(order)) ?? 0) + 1)
    }
    const fault = (text: string) => this.#faults.push(`round ${round}: ${text}`)
    for (const id of this.#acknowledged) if (!stored.has(id)) fault(`order ${id} is lost`)
    for (const [id, times] of stored)
      if (times > 1) fault(`order ${id} was credited ${times} times`)
    for (const { orders, isAcknowledged } of this.#files) {
      const found = orders.filter((id) => stored.has(id)).length
      if (found !== 0 && found !== orders.length)
        fault(`${found} of a file's ${orders.length} orders are there`)
      if (found === 0 && isAcknowledged) fault('an acknowledged file is lost')
    }
    const verified = await server.office(['verify'])
    if (verified.exit !== 0) fault(`verify: ${verified.out.trim()}`)
    this.#options.say?.(`round ${round}: ${stored.size} orders, ${this.#faults.length} faults`)
  }
}

type Answer = { readonly exit: number | null; readonly out: string }

/** A server of its own process, and the calls it has not answered. */
class Victim {
  readonly #child: ChildProcess
  readonly #address: string
  unanswered = 0

  private constructor(child: ChildProcess, address: string) {
    this.#child = child
    this.#address = address
  }

  static async start(variables: Readonly<Record<string, string>>): Promise<Victim> {
    const [port, passport, operators] = await freePorts()
    const { PATH = '', HOME = '' } = process.env
    const ports = { PORT: port!, PASSPORT_PORT: passport!, OPERATOR_PORT: operators! }
    const child = spawn(process.execPath, [MAIN], {
      env: {
        PATH,
        HOME,
        DEMO: 'off',
        OPERATOR_KEY: KEY,
        LOG_LEVEL: 'error',
        ...ports,
        ...variables,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    const address = `http://127.0.0.1:${operators}`
    for (const giveUpAt = Date.now() + 60_000; ; await wait(20)) {
      if (child.exitCode !== null || Date.now() > giveUpAt)
        throw new Error(`The server did not start: ${said}`)
      const response = await fetch(`${address}/health/ready`).catch(() => null)
      if (response?.ok) return new Victim(child, address)
    }
  }

  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }

  /** True: recorded; false: refused; null: the connection broke before there was an answer. */
  async recordOrder(order: object): Promise<boolean | null> {
    const text = await this.#call('/internal/v1/orders', 'application/json', JSON.stringify(order))
    return text === null ? null : (JSON.parse(text) as { state: string }).state === 'success'
  }

  async office(words: readonly string[], file: string | null = null): Promise<Answer> {
    const head = JSON.stringify({ words, user: 'kill rounds', hasInput: file !== null })
    const text = await this.#call(postOffice.path, OFFICE_REQUEST_TYPE, `${head}\n${file ?? ''}`)
    const lines = (text ?? '').trim().split('\n').filter(Boolean)
    const said = lines.map((line) => JSON.parse(line) as { out?: string; exit?: number })
    return { exit: said.at(-1)?.exit ?? null, out: said.map(({ out }) => out ?? '').join('') }
  }

  async #call(path: string, type: string, body: string): Promise<string | null> {
    this.unanswered += 1
    try {
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': type }
      const response = await fetch(this.#address + path, { method: 'POST', headers, body })
      return await response.text()
    } catch {
      return null
    } finally {
      this.unanswered -= 1
    }
  }
}

async function freePorts(): Promise<string[]> {
  const servers = Array.from({ length: 3 }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => String((server.address() as { port: number }).port))
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
