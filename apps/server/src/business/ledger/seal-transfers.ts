import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'

/** Up to which transfer a block may reach, and which transactions must have ended first. */
export type SealCandidate = { readonly lastId: number; readonly openBefore: string }

const TRANSFERS_A_BLOCK = 10_000

/**
 * Note how far the ledger has come, for a later `sealTransfers`.
 *
 * A transaction still open may hold a lower id than others have committed. It has an id of its own before it draws one
 * (`post_transfers`), so once every transaction older than `openBefore` has ended, no id up to `lastId` can appear.
 */
export async function sealCandidate(db: Db): Promise<SealCandidate> {
  const { rows } = await sql<{ lastId: number }>`
    select case when is_called then last_value else 0 end as last_id from transfer_ids`.execute(db)
  const snapshot = await sql<{ openBefore: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as open_before`.execute(db)
  return { lastId: rows[0]!.lastId, openBefore: snapshot.rows[0]!.openBefore }
}

/**
 * Seals the transfers up to a candidate in blocks, each chained to the one before. Returns the count of blocks.
 *
 * Seals nothing while a transaction from before the candidate is still open: the next round will.
 *
 * Source: decisions D-144.
 */
export async function sealTransfers(
  db: Db,
  { lastId, openBefore }: SealCandidate,
  now: number,
): Promise<number> {
  const { rows } = await sql<{ settled: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::numeric >= ${openBefore}::numeric as settled`.execute(
    db,
  )
  if (!rows[0]!.settled) return 0

  for (let blocks = 0; ; blocks += 1) {
    const end = await endOfNextBlock(db, lastId)
    if (end === null) return blocks
    await sql`select seal_transfers(${end}, ${now})`.execute(db)
  }
}

async function endOfNextBlock(db: Db, lastId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from (
      select id from transfers
      where id > coalesce((select max(last_transfer_id) from ledger_seals), 0) and id <= ${lastId}
      order by id limit ${TRANSFERS_A_BLOCK}) block`.execute(db)
  return rows[0]!.id
}
