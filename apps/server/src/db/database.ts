import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'

import { EmbeddedEngine } from './embedded-engine.ts'
import { EmbeddedListener, type Hear, type Listener, PostgresListener } from './listener.ts'
import { readMarks } from './marks.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { Recent } from './recent.ts'
import type { Schema } from './schema.ts'
import { embeddedUpkeep, type Upkeep, NO_UPKEEP } from './upkeep.ts'

export type Tx = Transaction<Schema>
export type Db = Kysely<Schema>

/** One open database, embedded or PostgreSQL: the same code speaks to both. */
export type Database = {
  readonly kind: 'embedded' | 'postgres'
  /** For reading, and for single statements that need no transaction. */
  readonly read: Db
  /** What was read a moment ago, until this process changes anything. */
  readonly recent: Recent
  /** Every change: all of `work` or nothing; tried again where PostgreSQL asks for it. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One moment of the whole database, for exports and backups. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** With the schema owner's rights: migrations, restoring, checking. Never for a request. */
  asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Hear where the logs stand, whoever writes them; first as they are now. */
  listen(hear: Hear): Promise<Listener>
  readonly upkeep: Upkeep
  close(): Promise<void>
}

export type DatabaseOptions =
  | { readonly url: string; readonly connections?: number }
  | EmbeddedOptions

type EmbeddedOptions = {
  /** Where the files are; null: in memory. */
  readonly directory: string | null
  readonly beforeMigrating?: (db: Db) => Promise<void>
  /** Another schema than the newest: tests open the directories of earlier releases. */
  readonly migrations?: Readonly<Record<string, Migration>>
}

const APPLICATION_ROLE = 'partner_office_app'
const AS_APPLICATION = `-c role=${APPLICATION_ROLE}`
const RETRIED = new Set(['40001', '40P01'])
const MOST_TRIES = 10

/**
 * Open the database, bring its schema up to date, and drop to the application's rights.
 *
 * Refuses: a schema newer than this program knows.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return withRecent(await ('url' in options ? openPostgres(options) : openEmbedded(options)))
}

type Opened = Omit<Database, 'recent'>

/** Whatever may have been changed is read anew, also where nobody knows whether it has been. */
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
        // One that found no database has changed nothing.
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

async function openPostgres(options: { url: string; connections?: number }): Promise<Opened> {
  const owner = new pg.Pool({ connectionString: options.url, max: 2, types: TYPES })
  const ownerDb = kyselyOn(owner)
  try {
    await ensureApplicationRole(ownerDb)
    await migrate(ownerDb, async () => {}, MIGRATIONS)
  } catch (error) {
    await owner.end()
    throw error
  }
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 30_000,
    options: AS_APPLICATION,
    types: TYPES,
  })
  for (const each of [owner, pool]) surviveLostConnections(each)
  const listening = { connectionString: options.url, options: AS_APPLICATION, types: TYPES }
  const listeners: PostgresListener[] = []
  const told = async <T>(committed: Promise<T>): Promise<T> => {
    try {
      return await committed
    } finally {
      for (const listener of listeners) listener.distrust()
    }
  }

  const read = kyselyOn(pool)
  return {
    kind: 'postgres',
    read,
    transaction: (work) => told(inTransaction(read, work)),
    snapshot: (work) => read.transaction().setIsolationLevel('repeatable read').execute(work),
    asOwner: (work) => told(inTransaction(ownerDb, work)),
    listen: async (hear) => {
      const listener = new PostgresListener(listening, hear)
      listeners.push(listener)
      return listener
    },
    upkeep: NO_UPKEEP,
    close: async () => {
      await Promise.all([read.destroy(), ownerDb.destroy()])
    },
  }
}

/**
 * An idle connection that is lost is replaced on the next use, one that is lost in a transaction makes its next statement
 * fail; without listeners for both, either would end the process.
 */
function surviveLostConnections(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

async function openEmbedded({
  directory,
  beforeMigrating = async () => {},
  migrations = MIGRATIONS,
}: EmbeddedOptions): Promise<Opened> {
  const engine = await EmbeddedEngine.open(directory)
  // One session only: whoever needs the outer connection inside a transaction gets an error instead of waiting for ever.
  const pool = new pg.Pool({
    stream: () => engine.connection(),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
    types: TYPES,
  } as unknown as pg.PoolConfig)
  const read = kyselyOn(pool)
  const notified = new EventEmitter()
  pool.on('connect', (client) => client.on('notification', () => notified.emit('notification')))
  const close = async () => {
    await read.destroy()
    await engine.close()
  }
  try {
    await ensureApplicationRole(read)
    await migrate(read, beforeMigrating, migrations)
    // Nobody else writes the log into the tables here: see upkeep.ts.
    await sql.raw(`grant pg_checkpoint to ${APPLICATION_ROLE}`).execute(read)
    await sql.raw(`set role ${APPLICATION_ROLE}`).execute(read)
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
    snapshot: (work) => read.transaction().setIsolationLevel('repeatable read').execute(work),
    asOwner: (work) =>
      read.transaction().execute(async (tx) => {
        await sql`set local role postgres`.execute(tx)
        return work(tx)
      }),
    listen: (hear) =>
      EmbeddedListener.start(
        {
          onNotification: (call) => notified.on('notification', call),
          listen: (statement) => sql.raw(statement).execute(read),
          ask: () => readMarks(read),
        },
        hear,
      ),
    upkeep,
    close,
  }
}

function kyselyOn(pool: pg.Pool): Db {
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
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

/** The role is the cluster's: another server on the same PostgreSQL may be making it right now. */
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

/** Ids, instants and cents are whole numbers a double holds exactly; one that is not must never pass unnoticed. */
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
