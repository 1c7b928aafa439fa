import { sql } from 'kysely'

import type { Database, Tx } from '../db/database.ts'

/** How far a source is read: its position, and the last partner of the next position that was dealt with. */
export type Cursor = { readonly position: number; readonly partnerId: number }

/**
 * What is read step by step. `begin` answers the position behind everything that happened before the first step: that is left out.
 * `step` deals with what comes next and answers the new cursor, or null without any.
 */
type Followed = {
  readonly name: string
  begin(tx: Tx): Promise<number>
  step(tx: Tx, cursor: Cursor): Promise<Cursor | null>
}

type CursorTable = 'mailCursors' | 'console.eventCursors'

/**
 * Takes the next step of a source; returns whether there may be more at once. The step and its cursor are one transaction, so a kill
 * loses and repeats nothing. A source that another process reads is left to it.
 */
export function moveCursor(
  database: Database,
  table: CursorTable,
  { name, begin, step }: Followed,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const cursor = await heldCursor(tx, table, name)
    if (cursor === 'held elsewhere') return false
    if (cursor === null) {
      await tx
        .insertInto(table)
        .values({ source: name, position: await begin(tx) })
        .execute()
      return false
    }
    const next = await step(tx, cursor)
    if (next === null) return false
    await tx.updateTable(table).set(next).where('source', '=', name).execute()
    return true
  })
}

/** Locks a cursor until the end of the transaction; null before its first use. */
async function heldCursor(
  tx: Tx,
  table: CursorTable,
  name: string,
): Promise<Cursor | 'held elsewhere' | null> {
  const named = tx.selectFrom(table).select(['position', 'partnerId']).where('source', '=', name)
  const cursor = await named.forUpdate().skipLocked().executeTakeFirst()
  if (cursor !== undefined) return cursor
  // Two processes that start together would both begin.
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`${table}: ${name}`})) as is_mine`.execute(tx)
  const isKnown = (await named.executeTakeFirst()) !== undefined
  return rows[0]!.isMine && !isKnown ? null : 'held elsewhere'
}
