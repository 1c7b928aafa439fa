import { type Kysely, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'

import { applyFunctions } from './apply-functions.ts'
import { givingWay, limitWait } from './give-way.ts'
import { makeLargeIndexes, makeLargeIndexesServing } from './make-large-indexes.ts'
import { BASELINE, MIGRATIONS, UPGRADING_VERSION } from './migrations/index.ts'
import type { Schema } from './schema.ts'
import { allowFormer, isStillAllowed } from './upgrade.ts'

/** The tables that the indexes of large tables need are there after it. */
const NEWEST = Object.keys(MIGRATIONS).at(-1)!

/**
 * Migrates the schema, puts the functions of this program into force and builds the indexes of large tables. Each migration is one
 * transaction and runs on one server only; on PostgreSQL (`isShared`) calls go on meanwhile (UPG-005), and a database that the
 * version after this one has migrated is left as it is, so that both run side by side until `office upgrade finish`.
 *
 * Refuses: a database that a newer program has already migrated further, and one older than the baseline.
 */
export async function migrate(
  db: Kysely<Schema>,
  beforeMigrating: (db: Kysely<Schema>) => Promise<void>,
  known: Readonly<Record<string, Migration>>,
  { isShared = false } = {},
): Promise<void> {
  const recorded = await recordedMigrations(db)
  requireNotOlder(recorded)
  const done = sinceBaseline(recorded)
  const unknown = done.find((name) => known[name] === undefined)
  if (unknown !== undefined) {
    if (isShared && (await isStillAllowed(db, known, done))) return
    throw new Error(
      `The database is newer than this program: it has the migration ${unknown}. Start the newer version.`,
    )
  }
  if (done.length < recorded.length) await takeOver(db)
  if (done.length < Object.keys(known).length) {
    if (done.length > 0) await beforeMigrating(db)
    await (isShared ? migrateServing(db, known) : runMigrations(db, known))
  }
  if (!(BASELINE in known)) return
  await givingWay(() => db.transaction().execute((tx) => applyFunctions(tx)))
  if (NEWEST in known) await (isShared ? makeLargeIndexesServing(db) : makeLargeIndexes(db))
  if (known === MIGRATIONS) await allowFormer(db)
}

async function runMigrations(
  db: Kysely<Schema>,
  known: Readonly<Record<string, Migration>>,
): Promise<void> {
  const { error } = await migratorOf(db, known).migrateToLatest()
  if (error !== undefined) throw error
}

/** One transaction for each step, so that no lock is held longer than its own step takes. */
async function migrateServing(
  db: Kysely<Schema>,
  known: Readonly<Record<string, Migration>>,
): Promise<void> {
  const limited = Object.fromEntries(
    Object.entries(known).map(([name, { up }]) => [
      name,
      {
        up: async (on: Kysely<unknown>) => {
          await limitWait(on)
          await up(on)
        },
      },
    ]),
  )
  const migrator = migratorOf(db, limited)
  while ((await givingWay(() => runNext(migrator))) > 0);
}

/** Runs the next step, and returns how many there were: one or none. */
async function runNext(migrator: Migrator): Promise<number> {
  const { error, results = [] } = await migrator.migrateUp()
  if (error !== undefined) throw error
  return results.length
}

const migratorOf = (db: Kysely<Schema>, known: Readonly<Record<string, Migration>>): Migrator =>
  new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => ({ ...known }) },
  })

function requireNotOlder(recorded: readonly string[]): void {
  const last = recorded.at(-1)
  if (last === undefined || recorded.includes(BASELINE)) return
  throw new Error(
    `The database has the schema ${last}, which is older than this program can read. Start version ${UPGRADING_VERSION} once, which upgrades it.`,
  )
}

/** A database that went through all migrations before the baseline has the baseline's tables: only the records differ. */
async function takeOver(db: Kysely<Schema>): Promise<void> {
  await sql`delete from kysely_migration where name < ${BASELINE}`.execute(db)
}

/** Names of the applied migrations, oldest first, from the baseline on. */
export async function appliedMigrations(db: Kysely<Schema>): Promise<string[]> {
  return sinceBaseline(await recordedMigrations(db))
}

/** Leaves out the migrations that the baseline has replaced. */
export const sinceBaseline = (names: readonly string[]): string[] =>
  names.filter((name) => name >= BASELINE)

async function recordedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const table = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (table.rows[0]?.found !== true) return []
  const rows = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    db,
  )
  return rows.rows.map(({ name }) => name)
}
