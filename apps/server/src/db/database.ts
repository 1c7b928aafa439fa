import { EventEmitter } from 'node:events'

import { type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'

import { requireRoomFor } from './connection-budget.ts'
import { EmbeddedEngine, type Engine } from './embedded-engine.ts'
import { type Competition, LeaderLock, type Term } from './leader-lock.ts'
import { asChange, type Db, inSnapshot, inTransaction, kyselyOn, type Tx } from './kysely-on.ts'
import {
  EmbeddedListener,
  type Hear,
  type Listener,
  type OnAccess,
  PostgresListener,
} from './listener.ts'
import { readMarks } from './marks.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import {
  APPLICATION_ROLE,
  applicationPools,
  callsConfig,
  CONNECTIONS,
  ownerPool,
  type PostgresOptions,
  ROLES,
  TYPES,
  type Use,
} from './postgres-pools.ts'
import { ReadCache } from './read-cache.ts'
import { embeddedUpkeep, postgresUpkeep, type Upkeep } from './upkeep.ts'

export type { Db, Tx } from './kysely-on.ts'

/** An open database, embedded or PostgreSQL, with the same calls for both. */
export type Database = {
  readonly kind: 'embedded' | 'postgres'
  /** For queries, and for single statements that need no transaction. */
  readonly read: Db
  /** The same database for work that may take minutes: the start, commands and jobs. */
  readonly long: Work
  /** A cache of recent reads; any change by this process makes it read again. */
  readonly recent: ReadCache
  /** Runs a change: all of `work` or nothing. Retries serialization failures and deadlocks. */
  transaction<T>(work: (tx: Tx) => Promise<T>, use?: Use): Promise<T>
  /** Runs one statement that is a change of its own, without a transaction around it. Retries as `transaction` does. */
  change<Row>(statement: RawBuilder<Row>, use?: Use): Promise<Row[]>
  /** Runs `work` on one snapshot of the whole database, for exports and backups. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs `work` with the schema owner's rights: migrations, restoring, checking. Never for a request. */
  asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Calls `hear` with the last committed numbers now and after each commit of any process. */
  listen(hear: Hear): Promise<Listener>
  /** Competes for the lead with all processes, and calls `lead` with each term won. Returns the call that gives up. */
  compete(competition: Competition): () => Promise<void>
  /** The database for the work of one term: each transaction is refused unless the term lasts until its commit. */
  inTerm(term: Term): Database
  readonly upkeep: Upkeep
  /** What a thread of this process connects with; null where there is one session, which it shares. */
  readonly ofThreads: PostgresOptions | null
  close(): Promise<void>
}

/** Reads and changes. */
export type Work = Pick<Database, 'read' | 'transaction' | 'snapshot'>

export type DatabaseOptions = SharedOptions | EmbeddedOptions

type SharedOptions = PostgresOptions & {
  /** Tests open databases as the version before and the next one do. */
  readonly migrations?: Readonly<Record<string, Migration>>
}

type EmbeddedOptions = {
  /** Directory of the files; null: in memory. */
  readonly directory: string | null
  /** An open engine in place of a new one on the directory; closes with the database. */
  readonly engine?: Engine
  readonly beforeMigrating?: (db: Db) => Promise<void>
  /** Tests open directories of earlier releases with an older schema than the newest. */
  readonly migrations?: Readonly<Record<string, Migration>>
}

/** The leader's term is over: another process may lead. */
export class TermOver extends Error {}

/**
 * Opens the database, migrates it, and drops to the application's rights.
 *
 * Refuses: a schema newer than this program knows.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return withRecent(await ('url' in options ? openPostgres(options) : openEmbedded(options)))
}

type Opened = Omit<Database, 'recent' | 'listen' | 'inTerm'> & {
  readonly inTerm: (term: Term) => Opened
  readonly listen: (hear: Hear, onAccess: OnAccess) => Promise<Listener>
}

/** Adds the cache, and makes it read again after each change, also after one whose outcome is not known. */
function withRecent(
  database: Opened,
  recent = new ReadCache(undefined, { isShared: database.kind === 'postgres' }),
): Database {
  const noting = async <T>(
    work: (tx: Tx) => Promise<T>,
    { run, note }: { run: (work: (tx: Tx) => Promise<T>) => Promise<T>; note: () => void },
  ): Promise<T> => {
    let hasBegun = false
    try {
      return await run((tx) => {
        hasBegun = true
        return work(tx)
      })
    } finally {
      // Without a connection, nothing was changed.
      if (hasBegun) note()
    }
  }
  const answered = <T>(result: T): T => {
    recent.heard()
    return result
  }
  const outdating =
    (transaction: Database['transaction']): Database['transaction'] =>
    (work, use) =>
      noting(work, {
        run: (each) => transaction(each, use).then(answered),
        note: () => recent.outdate(),
      })
  return {
    ...database,
    recent,
    inTerm: (term) => withRecent(database.inTerm(term), recent),
    listen: (hear) => database.listen(hear, (keys) => recent.forget(keys)),
    long: { ...database.long, transaction: outdating(database.long.transaction) },
    transaction: outdating(database.transaction),
    change: (statement, use) =>
      database
        .change(statement, use)
        .then(answered)
        .finally(() => recent.outdate()),
    asOwner: (work) => noting(work, { run: database.asOwner, note: () => recent.forget() }),
  }
}

async function openPostgres(options: SharedOptions): Promise<Opened> {
  const { migrations: _migrations, ...ofThreads } = options
  const owner = await migratedBy(ownerPool(options), options)
  const pools = await checked(applicationPools(options)).catch(async (error) => {
    await owner.end()
    throw error
  })
  const listeners: PostgresListener[] = []
  /** After a commit, each listener checks the logs before it trusts silence again. */
  const committing = async <T>(committed: Promise<T>): Promise<T> => {
    try {
      return await committed
    } finally {
      for (const listener of listeners) listener.distrust()
    }
  }
  const on = {
    calls: kyselyOn(pools.calls, { prepares: true }),
    facts: kyselyOn(pools.facts, { prepares: true }),
    exports: kyselyOn(pools.exports),
    long: kyselyOn(pools.long),
    owner: kyselyOn(owner),
  }
  const upkeep = postgresUpkeep(on.calls)
  /** A change, while the server has room for it. */
  const writing = async <T>(change: () => Promise<T>): Promise<T> => {
    await upkeep.requireRoom()
    return committing(change())
  }
  const opened: Opened = {
    kind: 'postgres',
    read: on.calls,
    long: {
      read: on.long,
      transaction: (work) => writing(() => inTransaction(on.long, work)),
      snapshot: (work) => inSnapshot(on.long, work),
    },
    transaction: (work, use = 'calls') => writing(() => inTransaction(on[use], work)),
    change: (statement, use = 'calls') => writing(() => asChange(on[use], statement)),
    snapshot: (work) => inSnapshot(on.exports, work),
    asOwner: (work) => committing(inTransaction(on.owner, work)),
    listen: async (hear, onAccess) => {
      const listener = new PostgresListener(callsConfig(options), hear, onAccess)
      listeners.push(listener)
      return listener
    },
    compete: (competition) => {
      const lock = new LeaderLock(callsConfig(options), competition)
      return () => lock.stop()
    },
    inTerm: (term) => {
      const db = kyselyOn(pools.long, { guard: guardOf(term) })
      const transaction: Opened['transaction'] = (work) => writing(() => inTransaction(db, work))
      const work: Work = { read: db, transaction, snapshot: (each) => inSnapshot(db, each) }
      const change: Opened['change'] = (statement) => writing(() => asChange(db, statement))
      return { ...opened, ...work, long: work, change }
    },
    upkeep,
    ofThreads,
    close: async () => {
      // Not by Kysely, which ends only the pools that it has used: migrations use the owner's by another instance.
      await Promise.all([...Object.values(pools), owner].map((pool) => pool.end()))
    },
  }
  return opened
}

/** Refuses at once after the end of a term, and lets the database refuse what another term has overtaken unseen. */
function guardOf({ epoch, signal }: Term): () => string {
  return () => {
    if (signal.aborted) throw new TermOver()
    return `select require_epoch(${epoch})`
  }
}

/** Opens a connection of each pool: what is wrong with one fails the start and not the first call. */
async function checked<Pools extends Readonly<Record<string, pg.Pool>>>(
  pools: Pools,
): Promise<Pools> {
  const all = Object.values(pools)
  try {
    for (const pool of all) (await pool.connect()).release()
    return pools
  } catch (error) {
    await Promise.all(all.map((pool) => pool.end()))
    throw error
  }
}

async function migratedBy(
  owner: pg.Pool,
  { name, migrations = MIGRATIONS }: SharedOptions,
): Promise<pg.Pool> {
  try {
    if (name !== undefined) await requireRoomFor(owner, CONNECTIONS)
    const db = kyselyOn(owner)
    await ensureRoles(db)
    await migrate(db, async () => {}, migrations, { isShared: true })
    return owner
  } catch (error) {
    await owner.end()
    throw error
  }
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
  const inSession: Work = {
    read,
    transaction: async (work) => {
      await upkeep.requireRoom()
      return inTransaction(read, work)
    },
    snapshot: (work) => inSnapshot(read, work),
  }
  const opened: Opened = {
    kind: 'embedded',
    ...inSession,
    change: async (statement) => {
      await upkeep.requireRoom()
      return asChange(read, statement)
    },
    long: inSession,
    asOwner: (work) => asEmbeddedOwner(read, work),
    listen: (hear) => EmbeddedListener.start(notificationsOf(read, notified), hear),
    // Its owner leads: see docs/decisions/0003-who-owns-a-data-directory.md.
    compete: ({ lead }) => {
      const term = new AbortController()
      const led = lead({ epoch: 1, signal: term.signal })
      return async () => {
        term.abort()
        await led
      }
    },
    inTerm: () => opened,
    upkeep,
    ofThreads: null,
    close,
  }
  return opened
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
  await ensureRoles(db)
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

/** The roles belong to the whole PostgreSQL cluster: another server may create them at the same moment. */
async function ensureRoles(db: Db): Promise<void> {
  for (const role of ROLES) {
    await sql
      .raw(
        `do $$ begin
         if not exists (select from pg_roles where rolname = '${role}') then
           create role ${role} nologin;
         end if;
         if not pg_has_role(current_user, '${role}', 'member') then
           grant ${role} to current_user;
         end if;
       exception when duplicate_object or unique_violation then null;
       end $$`,
      )
      .execute(db)
  }
}
