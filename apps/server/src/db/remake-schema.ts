import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { applyFunctions } from './apply-functions.ts'
import type { Tx } from './database.ts'
import { makeLargeIndexes } from './make-large-indexes.ts'

/** Tables that say which schema a database has. They come with the program, not with a backup. */
export const SCHEMA_TABLES = ['kysely_migration', 'kysely_migration_lock', 'applied_functions']

/**
 * Drops everything and makes the tables as they were after some migrations, without functions and triggers. What says which
 * migrations were applied stays, for `migrateOn` follows in the same transaction.
 *
 * Needs the owner's rights.
 */
export async function remakeSchema(tx: Tx, migrations: readonly Migration[]): Promise<void> {
  await sql`drop schema passport cascade; drop schema if exists console cascade`.execute(tx)
  const { rows } = await sql<{ drops: string | null }>`
    select string_agg(drop, ';') as drops from (
      select format('drop table if exists %s cascade', oid::regclass) as drop from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all(${sql.val(SCHEMA_TABLES)}::text[])
      union all select format('drop sequence if exists %s cascade', oid::regclass) from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'S'
      union all select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
        where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all select format('drop type if exists %s cascade', t.oid::regtype)
        from pg_type t left join pg_class c on c.oid = t.typrelid
        where typnamespace = 'public'::regnamespace and (typtype in ('d', 'e') or c.relkind = 'c')) d`.execute(
    tx,
  )
  await sql.raw(rows[0]!.drops ?? 'select 1').execute(tx)
  await sql`delete from applied_functions`.execute(tx)
  await runEach(tx, migrations)
}

/** Runs the migrations that follow, puts functions and triggers into force, and builds the indexes of large tables. */
export async function migrateOn(tx: Tx, migrations: readonly Migration[]): Promise<void> {
  await runEach(tx, migrations)
  await applyFunctions(tx)
  await makeLargeIndexes(tx)
}

async function runEach(tx: Tx, migrations: readonly Migration[]): Promise<void> {
  for (const migration of migrations) await migration.up(tx.withoutPlugins())
}
