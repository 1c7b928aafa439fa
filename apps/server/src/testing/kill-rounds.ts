import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { SeededRandom } from '../demo/random.ts'
import { KillJournal, type SentFile, type SentOrder } from './kill-journal.ts'
import { look } from './kill-look.ts'
import { OfficeRun, type Variables, Victim } from './kill-victim.ts'
import { ordersText, partnersText } from './network-files.ts'

const PARTNERS = 40
const CALLERS = 6
const ORDERS_A_FILE = 150
const PARTNERS_A_FILE = 200
const ORDERS_A_LOG_FILE = 10_000
const LEAST_IN_FLIGHT = 0.8
const CRASH_CHANCE = 0.15
const LONGEST_WAIT_MS = 1_000

/**
 * The work that each round's kill interrupts, in turn. Orders come in too, unless `office` owns the data. Once in each turn
 * the start after the kill is killed too.
 */
export const KINDS = ['orders', 'order files', 'office', 'orders', 'partner files'] as const

export type KillOptions = {
  readonly rounds: number
  readonly seed: number
  readonly variables: Variables
  /** Crashes and restarts PostgreSQL; some rounds do this in place of a kill. */
  readonly crashDatabase?: () => Promise<void>
  /** How much database log to write before the first kill, and how much is written. */
  readonly logFirst?: { readonly bytes: number; readonly written: () => Promise<number> }
  readonly say?: (line: string) => void
}

export type KillSummary = {
  readonly rounds: number
  /** Kills that interrupted unanswered calls or an unfinished import. */
  readonly inFlight: number
  readonly acknowledged: number
  /** Orders and files without an answer: how many existed afterwards, and how many did not. */
  readonly cutOff: { readonly there: number; readonly gone: number }
  readonly startsKilled: number
  readonly databaseCrashes: number
  readonly startMs: readonly number[]
  /** Of starts, and of returns after a crash of the database. */
  readonly longestStartMs: number
  /** Data that is lost, partial or different from the result of `verify`; must be empty. */
  readonly faults: readonly string[]
}

/**
 * Kills a server with SIGKILL at random moments of order intake and import. Checks after every kill that all
 * acknowledged data exists and nothing is partial. The acknowledgements are recorded here, outside the victim.
 */
export async function killRounds(options: KillOptions): Promise<KillSummary> {
  const rounds = new KillRounds(options)
  try {
    await rounds.begin()
    for (let round = 1; round <= options.rounds; round += 1) await rounds.round(round)
    return rounds.summary()
  } finally {
    await rounds.end()
  }
}

class KillRounds {
  readonly #options: KillOptions
  readonly #random: SeededRandom
  readonly #journal = new KillJournal()
  readonly #faults: string[] = []
  readonly #startMs: number[] = []
  /** How long the server was away after its database was. */
  readonly #returnMs: number[] = []
  #server: Victim | null = null
  #lastStartMs = 0
  #lastOrder = 0
  #lastPartner = PARTNERS
  #inFlight = 0
  #startsKilled = 0
  #databaseCrashes = 0

  constructor(options: KillOptions) {
    this.#options = options
    this.#random = new SeededRandom(options.seed)
  }

  async begin(): Promise<void> {
    // The first start creates the database and is not measured; the figure is for starts after a kill.
    this.#server = await Victim.start(this.#options.variables)
    const tree = Array.from(
      { length: PARTNERS },
      (_, at) => [at + 1, at === 0 ? null : sponsorOf(at + 1)] as const,
    )
    const { exit } = await this.#server.office(['import', 'partners', 'p.csv'], partnersText(tree))
    if (exit !== 0) throw new Error('The partners could not be imported')
    await this.#writeLog()
  }

  async round(number: number): Promise<void> {
    const before = this.#faults.length
    const kind = this.#kindOf(number)
    if (kind === 'database') await this.#crashRound()
    else if (kind === 'office') await this.#officeRound()
    else await this.#serverRound(kind)

    const found = await look(this.#server!, this.#journal, sponsorOf)
    this.#faults.push(...found.map((fault) => `round ${number}: ${fault}`))
    const { acknowledged } = this.#journal
    this.#options.say?.(
      `round ${number}, ${kind}: ${acknowledged.size} orders, start ${this.#lastStartMs.toFixed(0)} ms, ${this.#faults.length - before} faults`,
    )
  }

  #kindOf(number: number): (typeof KINDS)[number] | 'database' {
    const canCrash = this.#options.crashDatabase !== undefined
    if (canCrash && this.#random.chance(CRASH_CHANCE)) return 'database'
    return KINDS[(number - 1) % KINDS.length]!
  }

  async #serverRound(kind: 'orders' | 'order files' | 'partner files'): Promise<void> {
    const server = this.#server!
    const work = this.#callers(server)
    if (kind !== 'orders') work.push(this.#sendFiles(server, kind))
    await this.#untilWorkMoves()
    await wait(this.#random.integer(0, LONGEST_WAIT_MS))
    await server.kill()
    await Promise.all(work)
    if (server.cutOff > 0) this.#inFlight += 1
    await this.#restart()
  }

  /** Kills the import, and on PostgreSQL also the server beside it. */
  async #officeRound(): Promise<void> {
    await this.#giveDataToOffice()
    const server = this.#server
    const work = server === null ? [] : this.#callers(server)
    const { file, run } = this.#startOffice()
    // The command first opens the data like a server, then imports: a kill in the first half would interrupt nothing.
    await wait(this.#lastStartMs * (0.5 + 0.65 * this.#random.next()))
    await Promise.all([run.kill(), server?.kill()])
    await Promise.all(work)
    const status = await run.ended
    if (status === 0) file.state = 'stored'
    else if (status !== null) this.#faults.push(`office ended with ${status}`)
    if (status === null || (server?.cutOff ?? 0) > 0) this.#inFlight += 1
    await this.#restart()
  }

  /** Takes the database away from the running server for a moment; the server must reconnect. */
  async #crashRound(): Promise<void> {
    const server = this.#server!
    const isOver = { now: false }
    const work = this.#callers(server, isOver)
    await this.#untilWorkMoves()
    await wait(this.#random.integer(0, LONGEST_WAIT_MS))
    isOver.now = true
    await this.#options.crashDatabase!()
    this.#databaseCrashes += 1
    await Promise.all(work)
    if (this.#journal.unanswered.size > 0) this.#inFlight += 1
    const ms = await server.readyAgain()
    if (ms !== null) return void this.#returnMs.push(ms)
    this.#faults.push('the server did not come back after its database')
    await server.kill()
    await this.#restart()
  }

  /** One process owns an embedded database, so the server must stop first. */
  async #giveDataToOffice(): Promise<void> {
    if (this.#options.variables['DATABASE_URL'] !== undefined) return
    const status = await this.#server!.stop()
    if (status !== 0) this.#faults.push(`a stopped server ended with ${status}`)
    this.#server = null
  }

  /** Waits for the first answer, as on a busy machine the kill could come before it. */
  async #untilWorkMoves(): Promise<void> {
    const { acknowledged } = this.#journal
    const before = acknowledged.size
    for (const giveUpAt = Date.now() + 5_000; Date.now() < giveUpAt; await wait(5)) {
      if (acknowledged.size > before) return
    }
  }

  async #restart(): Promise<void> {
    const { variables } = this.#options
    if (this.#startMs.length % KINDS.length === 0) {
      await Victim.killStart(variables, this.#random.integer(200, 1_500))
      this.#startsKilled += 1
    }
    this.#server = await Victim.start(variables)
    this.#noteStart(this.#server.startMs)
  }

  #noteStart(ms: number): void {
    this.#lastStartMs = ms
    this.#startMs.push(ms)
  }

  #callers(server: Victim, isOver = { now: false }): Promise<void>[] {
    return Array.from({ length: CALLERS }, () => this.#sendOrders(server, isOver))
  }

  /** Sends one order after the other, unanswered orders first, until no answer comes. */
  async #sendOrders(server: Victim, isOver: { readonly now: boolean }): Promise<void> {
    while (!isOver.now) {
      const order = this.#journal.takeCutOff() ?? this.#newOrder()
      this.#journal.send(order)
      const { orderId, userId, cents } = order
      const amount = (cents / 100).toFixed(2)
      const isRecorded = await server.recordOrder({ orderId, userId, amount, paidAt: PAID_AT })
      if (isRecorded === true) this.#journal.acknowledge(order)
      // Without its database the server answers an error, which does not say whether the order is recorded.
      else if (isRecorded === false && !isOver.now)
        this.#faults.push(`order ${orderId} was refused`)
      if (isRecorded === null) return
    }
  }

  #newOrder(): SentOrder {
    this.#lastOrder += 1
    const userId = this.#random.integer(2, PARTNERS)
    return { orderId: this.#lastOrder, userId, cents: this.#random.integer(1, 900) * 100 + 50 }
  }

  /** Sends one file after the other, until no answer comes. */
  async #sendFiles(server: Victim, kind: 'order files' | 'partner files'): Promise<void> {
    for (;;) {
      const { file, text } = kind === 'order files' ? this.#orderFile() : this.#partnerFile()
      const { exit, notes } = await server.office(['import', file.kind, 'file.csv'], text)
      if (exit === null) return
      if (exit === 0) file.state = 'stored'
      else this.#faults.push(`a file of ${file.kind} was refused: ${notes.join(' ')}`)
    }
  }

  #startOffice(): { file: SentFile; run: OfficeRun } {
    const { file, text } = this.#orderFile()
    const { variables } = this.#options
    const path = join(variables['DATA_DIR']!, 'orders-to-import.csv')
    writeFileSync(path, text)
    return { file, run: new OfficeRun(['import', 'orders', path], variables) }
  }

  #orderFile(orders = ORDERS_A_FILE): { file: SentFile; text: string } {
    const ids = Array.from({ length: orders }, () => (this.#lastOrder += 1))
    const text = ordersText(ids.map((id) => [id, (id % (PARTNERS - 1)) + 2, PAID_AT, '75']))
    return { file: this.#sent('orders', ids), text }
  }

  #partnerFile(): { file: SentFile; text: string } {
    const ids = Array.from({ length: PARTNERS_A_FILE }, () => (this.#lastPartner += 1))
    const text = partnersText(ids.map((id) => [id, (id % PARTNERS) + 1]))
    return { file: this.#sent('partners', ids), text }
  }

  #sent(kind: SentFile['kind'], ids: readonly number[]): SentFile {
    const file: SentFile = { kind, ids, state: 'unknown' }
    this.#journal.files.push(file)
    return file
  }

  /** Imports file after file until the log has grown; the kill comes during one more import. */
  async #writeLog(): Promise<void> {
    const { logFirst, say } = this.#options
    if (logFirst === undefined) return
    const before = await logFirst.written()
    let importMs = 0
    for (let written = 0; written < logFirst.bytes;) {
      const started = performance.now()
      await this.#importLarge()
      importMs = performance.now() - started
      written = (await logFirst.written()) - before
      say?.(`${(written / 2 ** 20).toFixed(0)} MiB of database log written`)
    }
    const cutOff = this.#importLarge()
    await wait(importMs * this.#random.next())
    await this.#server!.kill()
    await cutOff
    await this.#restart()
    say?.(`the kill after that: start ${this.#lastStartMs.toFixed(0)} ms`)
  }

  async #importLarge(): Promise<void> {
    const { file, text } = this.#orderFile(ORDERS_A_LOG_FILE)
    const { exit, notes } = await this.#server!.office(['import', 'orders', 'o.csv'], text)
    if (exit === 0) file.state = 'stored'
    else if (exit !== null) this.#faults.push(`a large file was refused: ${notes.join(' ')}`)
  }

  summary(): KillSummary {
    const { rounds } = this.#options
    if (this.#inFlight < Math.floor(rounds * LEAST_IN_FLIGHT)) {
      this.#faults.push(`only ${this.#inFlight} of ${rounds} kills hit work in flight`)
    }
    return {
      rounds,
      inFlight: this.#inFlight,
      acknowledged: this.#journal.acknowledged.size,
      cutOff: this.#journal.found,
      startsKilled: this.#startsKilled,
      databaseCrashes: this.#databaseCrashes,
      startMs: this.#startMs,
      longestStartMs: Math.max(0, ...this.#startMs, ...this.#returnMs),
      faults: this.#faults,
    }
  }

  async end(): Promise<void> {
    await this.#server?.kill()
  }
}

/** A binary tree below partner 1. */
const sponsorOf = (partnerId: number): number => partnerId >> 1

/** In the past, as orders must be; the same for all orders, so that any order can be sent again. */
const PAID_AT = Date.now() - 60_000
