import { setTimeout as wait } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'

import type { Schema } from './schema.ts'
import { largeIndexes } from './schema-files.ts'

const ASKED_EVERY_MS = 200

type Index = { readonly name: string; readonly statement: string }

/** Builds the missing indexes of large tables in a database that nobody else uses meanwhile. */
export async function makeLargeIndexes(db: Kysely<Schema>): Promise<void> {
  for (const { statement } of await missing(db)) await sql.raw(statement).execute(db)
}

/**
 * Builds the indexes of large tables that are missing while other processes read and write, on PostgreSQL: no call waits for it. A
 * killed run continues at the next start, which first drops the index that was being built. Processes that start together wait for
 * each other.
 *
 * Source: cluster.md, UPG-005.
 */
export async function makeLargeIndexesServing(db: Kysely<Schema>): Promise<void> {
  if ((await missing(db)).length === 0) return
  await db.connection().execute(async (one) => {
    await waitForTurn(one)
    try {
      for (const { name, statement } of await missing(one)) {
        await sql.raw(`drop index concurrently if exists ${name}`).execute(one)
        await sql.raw(statement.replace(' index ', ' index concurrently ')).execute(one)
      }
    } finally {
      await sql`select pg_advisory_unlock(hashtext('partner-office: indexes'))`.execute(one)
    }
  })
}

/** A statement that waits for a lock would hold up the building of an index, which waits for all statements that were there before. */
async function waitForTurn(one: Kysely<Schema>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(hashtext('partner-office: indexes')) as mine`.execute(one)
    if (rows[0]!.mine) return
    await wait(ASKED_EVERY_MS)
  }
}

/** Indexes that are not there, or were not built to their end. */
async function missing(db: Kysely<Schema>): Promise<Index[]> {
  const { rows } = await sql<{ name: string }>`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where i.indisvalid and n.nspname in ('public', 'passport', 'console')`.execute(db)
  const valid = new Set(rows.map(({ name }) => name))
  return largeIndexes()
    .map((statement) => ({ name: nameOf(statement), statement }))
    .filter(({ name }) => !valid.has(name))
}

/** The name of an index with the schema of its table; without one it is in `public`. */
function nameOf(statement: string): string {
  const [, name, schema = ''] = /^create index (\w+) on (\w+\.)?/.exec(statement)!
  return `${schema}${name}`
}
