import type pg from 'pg'

import { isConnectionLost } from './lost-connection.ts'
import { StatementNames } from './prepared.ts'
import { requireReplicated } from './replication-wait.ts'

/** Callers that may wait for a connection at once. */
const MOST_WAITING = 1_000
const WAITED_TOO_LONG = 'timeout exceeded when trying to connect'

const LOCK_TIMEOUT = '55P03'
/**
 * SQLSTATE of a statement that has waited too long for a lock (55P03) or has run too long (57014), of a transaction that gave way to
 * others each time (40001, 40P01), and of a server that lacks files or memory for one more (53000, 53200, 53400).
 */
const BUSY = new Set([LOCK_TIMEOUT, '57014', '40001', '40P01', '53000', '53200', '53400'])

/** The database is in use, and too many callers wait for it or have waited too long. */
export class DatabaseBusy extends Error {}

/** True when a statement has waited too long for a lock. */
export const isLockTimeout = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === LOCK_TIMEOUT

/** True when the database has no free connection for a call, or no time or room for its statement; nothing was changed. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusy || BUSY.has((error as { code?: string } | null)?.code ?? '')

type Pool = Pick<pg.Pool, 'options' | 'waitingCount' | 'connect' | 'end'>

type PoolOptions = {
  readonly mostWaiting?: number
  /** Whether connections prepare the statements that ask for it; see `PREPARED`. */
  readonly prepares?: boolean
  /** Returns what each transaction checks before its commit; a failure rolls it back. Throws when none may go on. */
  readonly guard?: () => string
}

/** A pool whose queue of waiting callers is bounded; further callers are refused at once. */
export function boundedPool(
  pool: Pool,
  { mostWaiting = MOST_WAITING, prepares = false, guard }: PoolOptions = {},
) {
  const names = prepares ? new StatementNames() : null
  const connect = async (tries = 1): Promise<pg.PoolClient> => {
    if (pool.waitingCount >= mostWaiting) throw new DatabaseBusy('too many wait for a connection')
    try {
      return await pool.connect()
    } catch (error) {
      const { message, code } = error as Error & { readonly code?: string }
      // The server ended the connection before it did anything for the caller; another one may stay.
      if (code === ENDED_BY_SERVER && tries < MOST_TRIES) return await connect(tries + 1)
      throw message === WAITED_TOO_LONG ? new DatabaseBusy(message) : error
    }
  }
  return {
    options: pool.options,
    connect: async () => {
      const client = new LastingClient(await connect(), { connect: () => connect(), names })
      return (guard === undefined
        ? client
        : new GuardedClient(client, guard)) as unknown as pg.PoolClient
    },
    end: () => pool.end(),
  }
}

const BEGIN = /^(?:begin|start transaction)/
const END = /^(?:commit|rollback)$/
const READ_ONLY_TRANSACTION = '25006'
const ENDED_BY_SERVER = '57P01'
/** SQLSTATE of a prepared statement whose columns a migration has changed, among others. */
const NOT_SUPPORTED = '0A000'
/** When a server ends all its connections, other idle connections of the pool may be dead too. */
const MOST_TRIES = 3

/**
 * A connection for Kysely. Outside a transaction, a read that fails because the connection was lost runs again on another
 * connection; so does the statement that begins a transaction. A write may have been committed and is not repeated.
 */
class LastingClient {
  /** Null after a lost connection, until another one is connected. */
  #client: pg.PoolClient | null
  readonly #connect: () => Promise<pg.PoolClient>
  readonly #names: StatementNames | null
  #isInTransaction = false
  /** True when the connection is not to be used again. */
  #isSpent = false

  constructor(
    client: pg.PoolClient,
    {
      connect,
      names,
    }: {
      readonly connect: () => Promise<pg.PoolClient>
      readonly names: StatementNames | null
    },
  ) {
    this.#client = client
    this.#connect = connect
    this.#names = names
  }

  get processID(): unknown {
    return (this.#client as { processID?: unknown } | null)?.processID
  }

  async query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (this.#isInTransaction) return this.#run(text, values)
    try {
      return await this.#run(text, values)
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      return this.#again(text, values, error as Error)
    }
  }

  async #run(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const result = await this.#send(text, values)
    if (BEGIN.test(text)) this.#isInTransaction = true
    else if (END.test(text)) this.#isInTransaction = false
    return result
  }

  async #send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = this.#names?.of(text)
    const client = this.#client!
    try {
      const result = await (name === undefined
        ? client.query(text, values)
        : client.query({ name, text, values }))
      requireReplicated(client)
      return result
    } catch (error) {
      // What this connection has prepared before a migration fails for good; a new one prepares it again.
      const isOutdated = (error as { code?: string }).code === NOT_SUPPORTED
      if (isOutdated || isConnectionLost(error)) this.#isSpent = true
      throw error
    }
  }

  async #again(text: string, values: unknown[], lost: Error): Promise<pg.QueryResult> {
    for (let tries = 2; ; tries += 1) {
      await this.#reconnect(lost)
      try {
        return await (BEGIN.test(text) ? this.#run(text, values) : this.#read(text, values))
      } catch (error) {
        if ((error as { code?: string }).code === READ_ONLY_TRANSACTION) throw lost
        if (!isConnectionLost(error) || tries === MOST_TRIES) throw error
      }
    }
  }

  /** Gives the lost connection back first: all of the pool may be lost at once, and none would be free. */
  async #reconnect(lost: Error): Promise<void> {
    this.#client?.release(lost)
    this.#client = null
    this.#client = await this.#connect()
    this.#isSpent = false
  }

  /** In a read-only transaction the database itself refuses a statement that writes. */
  async #read(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const client = this.#client!
    await client.query('begin read only')
    try {
      return await client.query(text, values)
    } finally {
      await client.query('rollback').catch(() => {})
    }
  }

  release(isDiscarded: boolean): void {
    this.#client?.release(isDiscarded || this.#isSpent)
  }
}

/** A connection whose every transaction is checked before its commit; a statement outside of one is one of its own. */
class GuardedClient {
  readonly #client: LastingClient
  readonly #guard: () => string
  #isInTransaction = false

  constructor(client: LastingClient, guard: () => string) {
    this.#client = client
    this.#guard = guard
  }

  get processID(): unknown {
    return this.#client.processID
  }

  async query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (text === 'rollback') this.#isInTransaction = false
    else this.#guard()
    if (text === 'commit') return this.#commit()
    if (this.#isInTransaction || END.test(text)) return this.#client.query(text, values)
    if (!BEGIN.test(text)) return this.#alone(text, values)
    const result = await this.#client.query(text, values)
    this.#isInTransaction = true
    return result
  }

  async #commit(): Promise<pg.QueryResult> {
    await this.#client.query(this.#guard(), [])
    this.#isInTransaction = false
    return this.#client.query('commit', [])
  }

  async #alone(text: string, values: unknown[]): Promise<pg.QueryResult> {
    await this.#client.query('begin', [])
    try {
      const result = await this.#client.query(text, values)
      await this.#commit()
      return result
    } catch (error) {
      await this.#client.query('rollback', []).catch(() => {})
      throw error
    }
  }

  release(isDiscarded: boolean): void {
    this.#client.release(isDiscarded)
  }
}
