import pg from 'pg'

import { checkConnection } from './checked-connection.ts'
import { noteWarnings } from './replication-wait.ts'

/**
 * What the connections of a pool are for.
 *
 * - `calls`: reads and changes of one call.
 * - `facts`: changes of one call that wait for the fact log, so that they never take the connections of the others.
 * - `exports`: what callers download on one snapshot, as slowly as they read it.
 * - `long`: commands and jobs that may take minutes.
 *
 * The threads of two jobs have one connection each beside them: see `threadPool`.
 */
export type Use = 'calls' | 'facts' | 'exports' | 'long'

/** Limits of a connection. Units: milliseconds. */
type Limits = {
  readonly statement: number
  /** The longest wait for a lock. */
  readonly lock: number
  /** The longest pause between two statements of a transaction. */
  readonly pause: number
}

export type PostgresOptions = {
  readonly url: string
  /** Names the connections of a server process, for `requireRoomFor`. A command has none. */
  readonly name?: string
  readonly connections?: number
  /** The longest wait of a call for a connection, and again for a lock. Units: milliseconds. */
  readonly patienceMs?: number
  /** How long a connection of calls is used. Units: seconds. */
  readonly lifetimeSeconds?: number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** An order that cannot be recorded is refused within 5 s. */
const PATIENCE_MS = 4 * SECOND
const STATEMENT_MS = 30 * SECOND
/**
 * On each connection PostgreSQL decides whether a prepared statement keeps its plan, by what all plans before were expected to cost.
 * A connection that was there when the tables were small goes on planning at each execution; a new one does not.
 */
const LIFETIME_SECONDS = 30 * 60
/** The server ends a statement first: without any answer the connection is dead. */
const UNANSWERED_MS = STATEMENT_MS + 5 * SECOND
const LONG: Limits = { statement: 60 * MINUTE, lock: 10 * MINUTE, pause: 10 * MINUTE }
const EXPORT: Limits = { statement: 10 * MINUTE, lock: PATIENCE_MS, pause: MINUTE }
const MOST = { calls: 10, facts: 4, exports: 4, long: 4, threads: 2, owner: 2 } as const
/** Connections that a process may use: its pools, one for each thread, one to listen, one of the leader's lock. Source: cluster.md, CLU-015. */
export const CONNECTIONS = Object.values(MOST).reduce<number>((sum, most) => sum + most, 2)

/** The role whose rights the application has. */
export const APPLICATION_ROLE = 'partner_office_app'
/** The role of plan differences: it reads facts and records, and writes results of differences alone. */
export const DIFFERENCE_ROLE = 'partner_office_difference'
/** All roles that the product acts as. */
export const ROLES = [APPLICATION_ROLE, DIFFERENCE_ROLE] as const

/** Settings of a connection that serves calls, and the check that it has them. */
export const callsConfig = (options: PostgresOptions): CheckedConfig => {
  const { patienceMs = PATIENCE_MS } = options
  const limits = { statement: STATEMENT_MS, lock: patienceMs, pause: MINUTE }
  return configOf(options, limits, APPLICATION_ROLE)
}

/** Settings of a connection; `onConnect` is to be called before its first use, as pools do. */
export type CheckedConfig = pg.ClientConfig & {
  readonly onConnect: (client: pg.ClientBase) => Promise<void>
}

/** `role` null: the owner. */
function configOf(
  { url, name }: PostgresOptions,
  limits: Limits,
  role: string | null = null,
): CheckedConfig {
  const { statement, lock, pause } = limits
  const settings = [
    ...(role === null ? [] : [`role=${role}`]),
    `statement_timeout=${statement}`,
    `lock_timeout=${lock}`,
    `idle_in_transaction_session_timeout=${pause}`,
    // Days and months are those of UTC, wherever the server is.
    'timezone=UTC',
    // Compiling the statement of a call takes longer than it saves.
    ...(limits === LONG ? [] : ['jit=off']),
  ]
  return {
    connectionString: url,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    types: TYPES,
    keepAlive: true,
    onConnect: (client) => checkConnection(client, { role, limits, name: name ?? null }),
  }
}

/** Connections with the owner's rights, for migrations above all. */
export const ownerPool = (options: PostgresOptions): pg.Pool =>
  lasting(new pg.Pool({ ...configOf(options, LONG), max: MOST.owner }))

/** Connections with the application's rights, apart by their use. */
export function applicationPools(options: PostgresOptions): Readonly<Record<Use, pg.Pool>> {
  const { connections, patienceMs = PATIENCE_MS, lifetimeSeconds = LIFETIME_SECONDS } = options
  const ofCalls = {
    ...callsConfig(options),
    maxLifetimeSeconds: lifetimeSeconds,
    query_timeout: UNANSWERED_MS,
    connectionTimeoutMillis: patienceMs,
  }
  return {
    calls: lasting(new pg.Pool({ ...ofCalls, max: connections ?? MOST.calls })),
    facts: lasting(new pg.Pool({ ...ofCalls, max: connections ?? MOST.facts })),
    exports: lasting(
      new pg.Pool({
        ...configOf(options, EXPORT, APPLICATION_ROLE),
        max: MOST.exports,
        connectionTimeoutMillis: patienceMs,
      }),
    ),
    long: longPool(options, MOST.long),
  }
}

/** The connection of a thread, with the rights and limits of `long`. At most `MOST.threads` jobs run at once. */
export const threadPool = (options: PostgresOptions): pg.Pool => longPool(options, 1)

const longPool = (options: PostgresOptions, max: number): pg.Pool =>
  lasting(
    new pg.Pool({
      ...configOf(options, LONG, APPLICATION_ROLE),
      max,
      connectionTimeoutMillis: 30 * SECOND,
    }),
  )

/**
 * Keeps the process alive when a connection is lost: an idle one is replaced on its next use, one in a transaction fails
 * its next statement. Without these handlers the error would end the process.
 */
function lasting(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    noteWarnings(client)
  })
  return pool
}

const INT8 = 20

/** Parses a bigint as a double. Refuses a number that a double does not hold exactly. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not an exact whole number: ${text}`)
  return value
}

const INT8_ARRAY = 1016
const parseInt8Array = (text: string): number[] =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(wholeNumber)

/** How values arrive, on the embedded database too. */
export const TYPES = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === INT8) return wholeNumber
      if (oid === INT8_ARRAY) return parseInt8Array
    }
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig
