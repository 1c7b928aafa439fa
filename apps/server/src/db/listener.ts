import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import { type Marks, MARKS } from './marks.ts'
import type { CheckedConfig } from './postgres-pools.ts'
import { statementName } from './prepared.ts'

/** Follows the commits of all processes. */
export type Listener = {
  /** True when the last numbers heard are current, except for commits that are just being announced. */
  isListening(): boolean
  /** Time since the numbers were last confirmed. Units: milliseconds. */
  silentFor(): number
  /** Number of the connection that it listens on; the next one may have missed announcements. */
  readonly connection: number
  stop(): Promise<void>
}

/** Called repeatedly with the last committed numbers. */
export type Hear = (marks: Marks) => void

/** Channel on which triggers announce commits. */
const CHANNEL = 'partner_office'
/** Channel on which triggers announce that access has changed: keys of cached reads, a line each; nothing for all of them. */
const ACCESS_CHANNEL = 'partner_office_access'

/** Called with the keys of the cached reads about access that have changed; null for all. */
export type OnAccess = (keys: readonly string[] | null) => void

const MARKS_NAME = statementName(MARKS)
const ASKED_EVERY_MS = 100
const TRUSTED_FOR_MS = 300
const ANSWERED_WITHIN_MS = 2_000
const CONNECTED_AGAIN_AFTER_MS = 250

/**
 * Listens on a connection of its own. A commit is heard at once, because it is announced; and because a connection may be
 * dead without a sound, the logs are asked for again and again, and silence is trusted only while they answer.
 *
 * Time is the process's own, which only goes forward, whatever the clock is set to.
 */
export class PostgresListener implements Listener {
  readonly #config: CheckedConfig
  readonly #hear: Hear
  readonly #onAccess: OnAccess
  readonly #startedAt = performance.now()
  readonly #stopper = new AbortController()
  readonly #ended: Promise<void>
  #answeredAt = Number.NEGATIVE_INFINITY
  #connection = 0
  /** Count of announcements, and the count that the last query had seen. */
  #announced = 0
  #heardUpTo = 0
  #wake: () => void = () => {}

  /** `onAccess` is called when any process has ended a session, or changed a block or setting. */
  constructor(config: CheckedConfig, hear: Hear, onAccess: OnAccess) {
    this.#config = config
    this.#hear = hear
    this.#onAccess = onAccess
    this.#ended = this.#stayConnected()
  }

  isListening(): boolean {
    const isAlive = performance.now() - this.#answeredAt <= TRUSTED_FOR_MS
    return isAlive && this.#heardUpTo === this.#announced
  }

  silentFor(): number {
    return performance.now() - Math.max(this.#startedAt, this.#answeredAt)
  }

  get connection(): number {
    return this.#connection
  }

  /** Called after an own commit, before its announcement arrives. */
  distrust(): void {
    this.#announced += 1
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#stopper.abort()
    this.#wake()
    await this.#ended
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#stopper
    while (!signal.aborted) {
      // After any error, only a new connection can read the numbers.
      await this.#listen(signal).catch(() => {})
      await wait(CONNECTED_AGAIN_AFTER_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const client = new pg.Client({
      ...this.#config,
      connectionTimeoutMillis: ANSWERED_WITHIN_MS,
      query_timeout: ANSWERED_WITHIN_MS,
    })
    client.on('error', () => {})
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === ACCESS_CHANNEL) this.#onAccess(payload === '' ? null : payload.split('\n'))
      this.distrust()
    })
    try {
      await client.connect()
      await this.#config.onConnect(client)
      await client.query(`listen ${CHANNEL}; listen ${ACCESS_CHANNEL}`)
      // What was announced before was not heard, and need not be: every entry is read again after a tenth of a second.
      this.#connection += 1
      while (!signal.aborted) {
        await this.#ask(client)
        await this.#rest()
      }
    } finally {
      // A dead connection would not answer the goodbye either.
      void client.end().catch(() => {})
    }
  }

  async #ask(client: pg.Client): Promise<void> {
    const askedAt = performance.now()
    const announced = this.#announced
    const { rows } = await client.query<Marks>({
      name: MARKS_NAME,
      text: MARKS,
    })
    this.#answeredAt = askedAt
    this.#heardUpTo = announced
    this.#hear(rows[0]!)
  }

  /** Waits until the next query is due or an announcement arrives. */
  async #rest(): Promise<void> {
    if (this.#heardUpTo < this.#announced) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, ASKED_EVERY_MS).unref()
    await promise
    clearTimeout(timer)
  }
}

/** The one session of the embedded database. */
type Session = {
  onNotification(call: () => void): void
  listen(statement: string): Promise<unknown>
  ask(): Promise<Marks>
}

/** Listener of the embedded database: only its one session commits, and it announces its commits to itself. */
export class EmbeddedListener implements Listener {
  readonly connection = 1
  readonly #session: Session
  readonly #hear: Hear
  #announced = 1
  #heardUpTo = 0
  #isStopped = false

  private constructor(session: Session, hear: Hear) {
    this.#session = session
    this.#hear = hear
  }

  static async start(session: Session, hear: Hear): Promise<EmbeddedListener> {
    const listener = new EmbeddedListener(session, hear)
    session.onNotification(() => {
      listener.#announced += 1
      if (!listener.#isStopped) void listener.#ask().catch(() => {})
    })
    await session.listen(`listen ${CHANNEL}`)
    await listener.#ask()
    return listener
  }

  isListening(): boolean {
    return this.#heardUpTo === this.#announced
  }

  silentFor(): number {
    return 0
  }

  async stop(): Promise<void> {
    this.#isStopped = true
  }

  async #ask(): Promise<void> {
    const announced = this.#announced
    const marks = await this.#session.ask()
    this.#heardUpTo = announced
    this.#hear(marks)
  }
}
