import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import { olderOf, PREFIX } from './connection-budget.ts'
import { MIGRATIONS } from './migrations/index.ts'
import type { CheckedConfig } from './postgres-pools.ts'
import { noteWarnings, requireReplicated } from './replication-wait.ts'

/** A term of leadership: from winning the lock until its connection is lost. */
export type Term = {
  /** Number of the term; it only grows. */
  readonly epoch: number
  /** Aborted when the term ends. */
  readonly signal: AbortSignal
}

/** What a process that competes is told. */
export type Competition = {
  readonly lead: (term: Term) => Promise<void>
  readonly counted: (living: Living) => void
}

/** The processes that live on the database: how many there are, and whether one of them is of an older version. */
export type Living = { readonly processes: number; readonly isOneOlder: boolean }

const TRIED_EVERY_MS = 1_000
const ASKED_EVERY_MS = 500
const ANSWERED_WITHIN_MS = 3_000
/** The server ends the session of a process that hangs, so that another one can lead within 10 s. */
const LONGEST_SILENCE_MS = 6_000

const NEWEST = Object.keys(MIGRATIONS).at(-1)!
const LEADS = `hashtextextended('partner_office_leader', 0)`
const LIVES = `hashtextextended('partner_office_process', 0)`
/** Held by each process that lives: all hold it at once. */
const LIVE = `select pg_advisory_lock_shared(${LIVES})`
const TRY = `select pg_try_advisory_lock(${LEADS}) as won`
const COUNT = `select count(*)::integer as processes,
    array(select application_name from pg_stat_activity
      where datname = current_database() and application_name like '${PREFIX} %') as connections
  from pg_locks
  where locktype = 'advisory' and granted and mode = 'ShareLock'
    and database = (select oid from pg_database where datname = current_database())
    and objsubid = 1 and ((classid::bigint << 32) | objid::bigint) = ${LIVES}`
type Counted = { readonly processes: number; readonly connections: readonly string[] }
/** PostgreSQL 13 lacks the setting: there a process that hangs keeps the lock until its machine ends the connection. */
const END_WHEN_SILENT = `select set_config('idle_session_timeout', '${LONGEST_SILENCE_MS}', false)
  where current_setting('server_version_num')::integer >= 140000`

/**
 * Competes for a session lock of PostgreSQL on a separate connection, as long as the process runs. The process that holds the
 * lock leads: there is no election, and no clock decides.
 *
 * Source: cluster.md, D-192.
 */
export class LeaderLock {
  readonly #config: CheckedConfig
  readonly #lead: (term: Term) => Promise<void>
  readonly #counted: (living: Living) => void
  readonly #stopper = new AbortController()
  readonly #ended: Promise<void>

  /**
   * `lead` is called with each term that is won; the next one is competed for when it has ended. `counted` is called again and
   * again with the processes that live.
   */
  constructor(config: CheckedConfig, { lead, counted }: Competition) {
    this.#config = config
    this.#lead = lead
    this.#counted = counted
    this.#ended = this.#compete()
  }

  /** Ends the term, and competes no more. */
  async stop(): Promise<void> {
    this.#stopper.abort()
    await this.#ended
  }

  async #compete(): Promise<void> {
    const { signal } = this.#stopper
    while (!signal.aborted) {
      // After any error, only a new connection can win.
      await this.#competeOnce().catch(() => {})
      await wait(TRIED_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #competeOnce(): Promise<void> {
    const term = new AbortController()
    const end = () => term.abort()
    const client = new pg.Client({
      ...this.#config,
      connectionTimeoutMillis: ANSWERED_WITHIN_MS,
      query_timeout: ANSWERED_WITHIN_MS,
    })
    client.on('error', end).on('end', end)
    noteWarnings(client)
    this.#stopper.signal.addEventListener('abort', end)
    try {
      await client.connect()
      await this.#config.onConnect(client)
      await client.query(END_WHEN_SILENT)
      await client.query(LIVE)
      if (!(await this.#won(client, term.signal))) return
      const { rows } = await client.query<{ epoch: string }>('select begin_epoch() as epoch')
      requireReplicated(client)
      const led = this.#lead({ epoch: Number(rows[0]!.epoch), signal: term.signal })
      await this.#hold(client, term.signal).catch(end)
      end()
      await led
    } finally {
      this.#stopper.signal.removeEventListener('abort', end)
      // Its end frees the lock; a dead connection would not answer the goodbye.
      void client.end().catch(() => {})
    }
  }

  async #won(client: pg.Client, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const { rows } = await client.query<{ won: boolean }>(TRY)
      await this.#count(client)
      if (rows[0]!.won) return true
      await wait(TRIED_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
    return false
  }

  async #count(client: pg.Client): Promise<void> {
    const { rows } = await client.query<Counted>(COUNT)
    const { processes, connections } = rows[0]!
    this.#counted({ processes, isOneOlder: olderOf(connections, NEWEST).length > 0 })
  }

  /** Returns or fails when the connection is lost. */
  async #hold(client: pg.Client, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#count(client)
      await wait(ASKED_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
}
