import { setTimeout as wait } from 'node:timers/promises'

import { OFFICE_REQUEST_TYPE, postOffice } from '@partner-office/contracts'

const PARTNERS = 50
const PASSWORD = 'a-Secret-of-a-partner'
const OFF = ['signInAddress', 'signInAccount', 'user', 'address'].map(
  (limit) => `rateLimit.${limit}`,
)
/** Longer than any answer may take: what has no answer by then has an unknown outcome. */
const PATIENCE_MS = 20_000

/** Where a cluster answers, and with which key. */
export type Addresses = {
  readonly office: string
  readonly passport: string
  readonly operators: string
  readonly key: string
}

/** Numbers of writes and reads since the load began. */
export type Counts = {
  acknowledged: number
  /** Answered 503 with `Retry-After`: not recorded. */
  refused: number
  /** Broken off: recorded or not. */
  unknown: number
  /** Answered otherwise, which no call should be. */
  wrong: string[]
  reads: number
  /** Reads without an answer, by what came in place of it. */
  readonly failedReads: Map<string, number>
}

/** Writes and reads at a constant rate through the balancer, and what was acknowledged, kept outside the cluster. */
export class ClusterLoad {
  readonly counts: Counts = {
    acknowledged: 0,
    refused: 0,
    unknown: 0,
    wrong: [],
    reads: 0,
    failedReads: new Map(),
  }
  readonly #addresses: Addresses
  readonly #acknowledged: number[] = []
  readonly #acknowledgements: { readonly sentAt: number; readonly at: number }[] = []
  readonly #running = new Set<Promise<void>>()
  #token = ''
  #orders = 0
  #stopper = new AbortController()
  #loops: Promise<void>[] = []

  constructor(addresses: Addresses) {
    this.#addresses = addresses
  }

  /** Adds the partners who buy and read, and signs one of them in. */
  async prepare(): Promise<void> {
    const rows = Array.from({ length: PARTNERS }, (_, at) => {
      const sponsor = at === 0 ? '' : String(Math.ceil(at / 2))
      return `${at + 1},${sponsor},p${at + 1}@example.com,Ada,Own,1700000000000,DE,${PASSWORD}`
    })
    const head = 'id,sponsorId,email,firstName,lastName,registeredAt,countryId,password'
    await this.office(['import', 'partners', 'p.csv'], `${[head, ...rows].join('\n')}\n`)
    for (const limit of OFF) await this.office(['config', 'set', limit, '0'])
    await this.office(['config', 'set', 'signInToken', 'access'])
    await this.office(['config', 'set', 'enforceLegalsOnApi', 'FALSE'])
    // The leader hashes the passwords of the file soon.
    for (let tries = 0; this.#token === '' && tries < 60; tries += 1) {
      await wait(500)
      this.#token = await this.#signIn().catch(() => '')
    }
    if (this.#token === '') throw new Error('Nobody can sign in')
  }

  /** Writes and reads at these rates until `pause`. Units: calls a second. */
  begin(rates: { readonly writes: number; readonly reads: number }): void {
    this.#stopper = new AbortController()
    this.#loops = [
      this.#repeat(rates.writes, () => this.#write()),
      this.#repeat(rates.reads, () => this.#read()),
    ]
  }

  /** How many calls have failed, in whatever way. */
  failed(): number {
    const { refused, unknown, wrong, failedReads } = this.counts
    const reads = [...failedReads.values()].reduce((sum, count) => sum + count, 0)
    return refused + unknown + wrong.length + reads
  }

  /** Begins no further call, and waits for the answers of the running ones. */
  async pause(): Promise<void> {
    this.#stopper.abort()
    await Promise.all(this.#loops)
    await Promise.all(this.#running)
  }

  /** Ids of the orders that were acknowledged since the last call. */
  takeAcknowledged(): number[] {
    this.#acknowledgements.length = 0
    return this.#acknowledged.splice(0)
  }

  /** When the first order was acknowledged that was sent after an instant of `performance.now()`; null: none was yet. */
  acknowledgedAfter(instant: number): number | null {
    return this.#acknowledgements.find(({ sentAt }) => sentAt > instant)?.at ?? null
  }

  /** When the last order was acknowledged, as of `performance.now()`; null: none was yet. */
  lastAcknowledged(): number | null {
    return this.#acknowledgements.at(-1)?.at ?? null
  }

  /** How many orders were acknowledged between two instants of `performance.now()`. */
  acknowledgedBetween(from: number, to: number): number {
    return this.#acknowledgements.filter(({ at }) => at >= from && at < to).length
  }

  /** How long 99 of 100 orders took that were acknowledged between two instants of `performance.now()`. Units: milliseconds. */
  p99Between(from: number, to: number): number {
    const took = this.#acknowledgements
      .filter(({ at }) => at >= from && at < to)
      .map(({ sentAt, at }) => at - sentAt)
      .toSorted((one, other) => one - other)
    return took[Math.floor(took.length * 0.99)] ?? Number.NaN
  }

  /** The longest time without an acknowledgement since `takeAcknowledged`. Units: milliseconds. */
  longestPause(): number {
    const times = this.#acknowledgements.map(({ at }) => at)
    return Math.max(0, ...times.slice(1).map((at, index) => at - times[index]!))
  }

  /** Runs a command of the command line at the operators' port. Fails when it does. */
  async office(words: readonly string[], file: string | null = null): Promise<string> {
    const head = JSON.stringify({ words, user: 'soak', hasInput: file !== null })
    const { status, text } = await this.#post(
      postOffice.path,
      OFFICE_REQUEST_TYPE,
      `${head}\n${file ?? ''}`,
      300_000,
    )
    const exit = /"exit":(\d+)/.exec(text)?.[1]
    if (status !== 200 || exit !== '0')
      throw new Error(`office ${words.join(' ')}: ${status} ${text}`)
    return text
  }

  async #repeat(aSecond: number, call: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopper
    const began = performance.now()
    for (let turn = 0; !signal.aborted; turn += 1) {
      await wait(Math.max(0, began + (turn * 1_000) / aSecond - performance.now()))
      if (signal.aborted) break
      const running = call().finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
  }

  /** Sends one order, outside the counts of the load. */
  order(order: { readonly orderId: number; readonly userId: number; readonly amount: number }) {
    const paid = { ...order, paidAt: Date.now() - 60_000, currency: 'EUR' }
    return this.#post('/internal/v1/orders', 'application/json', JSON.stringify(paid))
  }

  async #write(): Promise<void> {
    this.#orders += 1
    const orderId = this.#orders
    const userId = 2 + (orderId % (PARTNERS - 1))
    const sentAt = performance.now()
    try {
      const { status, text, retryAfter } = await this.order({ orderId, userId, amount: 100 })
      if (status === 200) {
        this.counts.acknowledged += 1
        this.#acknowledged.push(orderId)
        this.#acknowledgements.push({ sentAt, at: performance.now() })
      } else if (status === 503 && retryAfter !== null) this.counts.refused += 1
      // The balancer says so when an app process has broken off.
      else if (status === 502 || status === 504) this.counts.unknown += 1
      else this.counts.wrong.push(`${status} ${text.slice(0, 200)}`)
    } catch {
      this.counts.unknown += 1
    }
  }

  async #read(): Promise<void> {
    this.counts.reads += 1
    try {
      const response = await fetch(`${this.#addresses.office}/v1/rang/current`, {
        headers: { authorization: `Bearer ${this.#token}` },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await response.text()
      // Figures that are not ready are answered with 200.
      const isAnswered = response.ok && text.includes('"state":"success"')
      if (!isAnswered) this.#countFailure(`${response.status} ${text.slice(0, 150)}`)
    } catch (error) {
      this.#countFailure(String((error as Error).cause ?? error).slice(0, 150))
    }
  }

  #countFailure(answer: string): void {
    this.counts.failedReads.set(answer, (this.counts.failedReads.get(answer) ?? 0) + 1)
  }

  async #post(path: string, type: string, body: string, patienceMs = PATIENCE_MS) {
    const headers = { authorization: `Bearer ${this.#addresses.key}`, 'content-type': type }
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(this.#addresses.operators + path, {
      method: 'POST',
      headers,
      body,
      signal,
    })
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, text: await response.text(), retryAfter }
  }

  async #signIn(): Promise<string> {
    const { office, passport } = this.#addresses
    const response = await fetch(`${passport}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'p1@example.com',
        password: PASSWORD,
        application: 'partner',
        backUrl: `${office}/en/catch`,
      }),
    })
    const { data } = (await response.json()) as { data: { redirect: string } }
    return new URL(data.redirect).searchParams.get('token') ?? ''
  }
}
