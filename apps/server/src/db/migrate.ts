import { type Kysely, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'

import type { Schema } from './schema.ts'

/**
 * Migrates the schema; each migration is one transaction and runs on one server only.
 *
 * Refuses: a database that a newer program has already migrated further.
 */
export async function migrate(
  db: Kysely<Schema>,
  beforeMigrating: (db: Kysely<Schema>) => Promise<void>,
  known: Readonly<Record<string, Migration>>,
): Promise<void> {
  const done = await appliedMigrations(db)
  const unknown = done.find((name) => known[name] === undefined)
  if (unknown !== undefined) {
    throw new Error(
      `The database is newer than this program: it has the migration ${unknown}. Start the newer version.`,
    )
  }
  if (done.length === Object.keys(known).length) return
  if (done.length > 0) await beforeMigrating(db)

  const migrator = new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => ({ ...known }) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

/** Names of the applied migrations, oldest first. */
export async function appliedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const table = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (table.rows[0]?.found !== true) return []
  const rows = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    db,
  )
  return rows.rows.map(({ name }) => name)
}
