import { type Kysely, sql, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'

import { olderProcesses } from './connection-budget.ts'
import { FORMER, MIGRATIONS } from './migrations/index.ts'
import type { Schema } from './schema.ts'

/**
 * Steps that drop what the version before still uses: `office upgrade finish` runs them. Names sort after the migration that made
 * them possible. The next version begins where they end.
 */
const CONTRACTIONS: Readonly<Record<string, Migration>> = {}

const newestOf = (migrations: Readonly<Record<string, Migration>>): string =>
  Object.keys(migrations).at(-1)!

type State = { readonly oldest: string; readonly contracted: readonly string[] }

async function readState(db: Kysely<Schema>): Promise<State | null> {
  const table = await sql<{ found: boolean }>`
    select to_regclass('upgrades') is not null as found`.execute(db)
  if (table.rows[0]?.found !== true) return null
  return (await db.selectFrom('upgrades').selectAll().executeTakeFirst()) ?? null
}

/**
 * Whether a program works on a database that a newer one has migrated further: it knows all that the database says a program must
 * know, and the database has all that the program knows.
 *
 * Source: cluster.md, UPG-004, UPG-006.
 */
export async function isStillAllowed(
  db: Kysely<Schema>,
  known: Readonly<Record<string, Migration>>,
  done: readonly string[],
): Promise<boolean> {
  const state = await readState(db)
  if (state === null || newestOf(known) < state.oldest) return false
  return Object.keys(known).every((name) => done.includes(name))
}

/** After an expansion: the version before goes on, an older one does not start any more. */
export async function allowFormer(db: Kysely<Schema>): Promise<void> {
  await db.updateTable('upgrades').set({ oldest: FORMER }).where('oldest', '<', FORMER).execute()
}

/** A database, for work with its owner's rights. */
type Owned = { asOwner<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> }

/** Processes of an older version, by their names. */
type StillOld = { readonly older: readonly string[] }

/**
 * Ends an upgrade: no older version can start any more, and what only it used is dropped. Refuses by naming the processes of an
 * older version that live, and changes nothing then.
 *
 * Source: cluster.md, D-195, UPG-006.
 */
export async function finishUpgrade(
  { asOwner }: Owned,
  contractions: Readonly<Record<string, Migration>> = CONTRACTIONS,
): Promise<StillOld | { readonly contracted: readonly string[] }> {
  const newest = newestOf(MIGRATIONS)
  const before = await asOwner(async (tx) => ({
    older: await olderProcesses(tx, newest),
    state: (await readState(tx))!,
  }))
  if (before.older.length > 0) return before
  await asOwner((tx) => tx.updateTable('upgrades').set({ oldest: newest }).execute())
  // One that was starting has seen the state of before.
  const older = await asOwner((tx) => olderProcesses(tx, newest))
  if (older.length > 0) {
    await asOwner((tx) => tx.updateTable('upgrades').set({ oldest: before.state.oldest }).execute())
    return { older }
  }
  const due = Object.entries(contractions).filter(
    ([name]) => !before.state.contracted.includes(name),
  )
  for (const [name, { up }] of due) {
    await asOwner(async (tx) => {
      await up(tx as unknown as Kysely<unknown>)
      await sql`update upgrades set contracted = array_append(contracted, ${name})`.execute(tx)
    })
  }
  return { contracted: due.map(([name]) => name) }
}
