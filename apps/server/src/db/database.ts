import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'

import { boundedPool } from './bounded-pool.ts'
import { EmbeddedEngine, type Engine } from './embedded-engine.ts'
import { EmbeddedListener, type Hear, type Listener, PostgresListener } from './listener.ts'
import { readMarks } from './marks.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { Recent } from './recent.ts'
import type { Schema } from './schema.ts'
import { embeddedUpkeep, type Upkeep, NO_UPKEEP } from './upkeep.ts'

/** An open transaction. */
export type Tx = Transaction<Schema>
/** A connection to the database, in a transaction or not. */
export type Db = Kysely<Schema>

/** An open database, embedded or PostgreSQL, with the same calls for both. */
export type Database = {
  readonly kind: 'embedded' | 'postgres'
  /** For queries, and for single statements that need no transaction. */
  readonly read: Db
  /** A cache of recent reads; any change by this process empties it. */
  readonly recent: Recent
  /** Runs a change: all of `work` or nothing. Retries serialization failures and deadlocks. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` on one snapshot of the whole database, for exports and backups. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` with the schema owner's rights: migrations, restoring, checking. Never for a request. */
  asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Calls `hear` with the last committed numbers now and after each commit of any process. */
  listen(hear: Hear): Promise<Listener>
  readonly upkeep: Upkeep
  close(): Promise<void>
}

export type DatabaseOptions =
  | { readonly url: string; readonly connections?: number }
  | EmbeddedOptions

type EmbeddedOptions = {
  /** Directory of the files; null: in memory. */
  readonly directory: string | null
  /** An open engine in place of a new one on the directory; closes with the database. */
  readonly engine?: Engine
  readonly beforeMigrating?: (db: Db) => Promise<void>
  /** Tests open directories of earlier releases with an older schema than the newest. */
  readonly migrations?: Readonly<Record<string, Migration>>
}

const APPLICATION_ROLE = 'partner_office_app'
const AS_APPLICATION = `-c role=${APPLICATION_ROLE}`
const RETRIED = new Set(['40001', '40P01'])
const MOST_TRIES = 10

/**
 * Opens the database, migrates it, and drops to the application's rights.
 *
 * Refuses: a schema newer than this program knows.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return withRecent(await ('url' in options ? openPostgres(options) : openEmbedded(options)))
}

type Opened = Omit<Database, 'recent'>

/** Adds the cache, and empties it after each change, also after one whose outcome is not known. */
function withRecent(database: Opened): Database {
  const recent = new Recent()
  const forgetting =
    (run: Opened['transaction']): Opened['transaction'] =>
    async (work) => {
      let hasBegun = false
      try {
        return await run((tx) => {
          hasBegun = true
          return work(tx)
        })
      } finally {
        // Without a connection, nothing was changed.
        if (hasBegun) recent.forget()
      }
    }
  return {
    ...database,
    recent,
    transaction: forgetting(database.transaction),
    asOwner: forgetting(database.asOwner),
  }
}

type PostgresOptions = { readonly url: string; readonly connections?: number }

async function openPostgres(options: PostgresOptions): Promise<Opened> {
  const { owner, application } = await postgresPools(options)
  const listeners: PostgresListener[] = []
  /** After a commit, each listener checks the logs before it trusts silence again. */
  const committing = async <T>(committed: Promise<T>): Promise<T> => {
    try {
      return await committed
    } finally {
      for (const listener of listeners) listener.distrust()
    }
  }
  const [read, ownerDb] = [kyselyOn(application), kyselyOn(owner)]
  return {
    kind: 'postgres',
    read,
    transaction: (work) => committing(inTransaction(read, work)),
    snapshot: (work) => inSnapshot(read, work),
    asOwner: (work) => committing(inTransaction(ownerDb, work)),
    listen: async (hear) => {
      const listener = new PostgresListener(applicationConfig(options), hear)
      listeners.push(listener)
      return listener
    },
    upkeep: NO_UPKEEP,
    close: async () => {
      // Not by Kysely, which ends only the pools that it has used: migrations use the owner's by another instance.
      await Promise.all([application.end(), owner.end()])
    },
  }
}

const applicationConfig = ({ url }: PostgresOptions) => ({
  connectionString: url,
  options: AS_APPLICATION,
  types: TYPES,
})

/** Connections with the owner's rights, which migrate first, and connections with the application's. */
async function postgresPools(
  options: PostgresOptions,
): Promise<{ readonly owner: pg.Pool; readonly application: pg.Pool }> {
  const owner = new pg.Pool({ connectionString: options.url, max: 2, types: TYPES })
  try {
    const db = kyselyOn(owner)
    await ensureApplicationRole(db)
    await migrate(db, async () => {}, MIGRATIONS)
  } catch (error) {
    await owner.end()
    throw error
  }
  const application = new pg.Pool({
    ...applicationConfig(options),
    max: options.connections ?? 10,
    connectionTimeoutMillis: 30_000,
  })
  for (const pool of [owner, application]) surviveLostConnections(pool)
  return { owner, application }
}

/**
 * Keeps the process alive when a connection is lost: an idle one is replaced on its next use, one in a transaction fails
 * its next statement. Without these handlers the error would end the process.
 */
function surviveLostConnections(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

async function openEmbedded({
  directory,
  engine: given,
  beforeMigrating = async () => {},
  migrations = MIGRATIONS,
}: EmbeddedOptions): Promise<Opened> {
  const engine = given ?? (await EmbeddedEngine.open(directory))
  const pool = embeddedPool(engine)
  const read = kyselyOn(pool)
  const notified = new EventEmitter()
  pool.on('connect', (client) => client.on('notification', () => notified.emit('notification')))
  const close = async () => {
    await read.destroy()
    await engine.close()
  }
  try {
    await prepareEmbedded(read, beforeMigrating, migrations)
  } catch (error) {
    await close()
    throw error
  }
  const upkeep = embeddedUpkeep(read, directory)
  return {
    kind: 'embedded',
    read,
    transaction: async (work) => {
      await upkeep.requireRoom()
      return inTransaction(read, work)
    },
    snapshot: (work) => inSnapshot(read, work),
    asOwner: (work) => asEmbeddedOwner(read, work),
    listen: (hear) => EmbeddedListener.start(notificationsOf(read, notified), hear),
    upkeep,
    close,
  }
}

/** One session only: a use of the outer connection inside a transaction fails after a timeout instead of waiting forever. */
const embeddedPool = (engine: Engine): pg.Pool =>
  new pg.Pool({
    stream: () => engine.connection(),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
    types: TYPES,
  } as unknown as pg.PoolConfig)

/** Migrates with the owner's rights, then drops to the application's for the rest of the session. */
async function prepareEmbedded(
  db: Db,
  beforeMigrating: (db: Db) => Promise<void>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  await ensureApplicationRole(db)
  await migrate(db, beforeMigrating, migrations)
  // The application writes checkpoints itself: see upkeep.ts.
  await sql.raw(`grant pg_checkpoint to ${APPLICATION_ROLE}`).execute(db)
  await sql.raw(`set role ${APPLICATION_ROLE}`).execute(db)
}

function asEmbeddedOwner<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local role postgres`.execute(tx)
    return work(tx)
  })
}

const notificationsOf = (db: Db, notified: EventEmitter) => ({
  onNotification: (call: () => void) => notified.on('notification', call),
  listen: (statement: string) => sql.raw(statement).execute(db),
  ask: () => readMarks(db),
})

function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(work)
}

function kyselyOn(pool: pg.Pool): Db {
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: boundedPool(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (!RETRIED.has(code) || attempt === MOST_TRIES) throw error
      await wait(Math.random() * 5 * 2 ** attempt)
    }
  }
}

/** The role belongs to the whole PostgreSQL cluster: another server may create it at the same moment. */
async function ensureApplicationRole(db: Db): Promise<void> {
  await sql
    .raw(
      `do $$ begin
         if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then
           create role ${APPLICATION_ROLE} nologin;
         end if;
         if not pg_has_role(current_user, '${APPLICATION_ROLE}', 'member') then
           grant ${APPLICATION_ROLE} to current_user;
         end if;
       exception when duplicate_object or unique_violation then null;
       end $$`,
    )
    .execute(db)
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

const TYPES = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === INT8) return wholeNumber
      if (oid === INT8_ARRAY) return parseInt8Array
    }
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig
