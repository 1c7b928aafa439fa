import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'

/** Up to which transfer, fact and entry of the journal blocks may reach, and which transactions must have ended first. */
export type SealCandidate = {
  readonly lastId: number
  readonly lastFact: number
  readonly lastEntry: number
  readonly openBefore: string
}

const TRANSFERS_A_BLOCK = 10_000
const ROWS_A_BLOCK = 10_000

/**
 * Notes how far ledger, facts and journal have come, for a later `sealTransfers` or `sealHistory`.
 *
 * A transaction still open may hold a lower id than others have committed. It has an id of its own before it draws one
 * (`post_transfers`; a journaled row is written before its entry), so once every transaction older than `openBefore` has
 * ended, no id up to `lastId` or `lastEntry` can appear. Facts are numbered in the order of commits.
 */
export async function sealCandidate(db: Db): Promise<SealCandidate> {
  const { rows } = await sql<Omit<SealCandidate, 'openBefore'>>`
    select case when t.is_called then t.last_value else 0 end as last_id,
      case when j.is_called then j.last_value else 0 end as last_entry, f.last_fact
    from transfer_ids t, journal_id_seq j, fact_log f`.execute(db)
  const snapshot = await sql<{ openBefore: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as open_before`.execute(db)
  return { ...rows[0]!, openBefore: snapshot.rows[0]!.openBefore }
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
  if (!(await isSettled(db, openBefore))) return 0
  for (let blocks = 0; ; blocks += 1) {
    const end = await endOfNextBlock(db, lastId)
    if (end === null) return blocks
    await sql`select seal_transfers(${end}, ${now})`.execute(db)
  }
}

/**
 * Seals facts, journal, audit log and the ledger's newest seal in blocks of one chain. Returns the count of blocks.
 *
 * Seals nothing while a transaction from before the candidate is still open: the next round will.
 *
 * Source: decisions C11.25.
 */
export async function sealHistory(
  db: Db,
  { lastFact, lastEntry, openBefore }: SealCandidate,
  now: number,
): Promise<number> {
  if (!(await isSettled(db, openBefore))) return 0
  for (let blocks = 0; ; blocks += 1) {
    const { rows } = await sql<{ isSealed: boolean }>`
      select seal_history(${lastFact}, ${lastEntry}, ${ROWS_A_BLOCK}, ${now}) as is_sealed`.execute(
      db,
    )
    if (!rows[0]!.isSealed) return blocks
  }
}

export async function isSettled(db: Db, openBefore: string): Promise<boolean> {
  const { rows } = await sql<{ settled: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::numeric >= ${openBefore}::numeric as settled`.execute(
    db,
  )
  return rows[0]!.settled
}

async function endOfNextBlock(db: Db, lastId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from (
      select id from transfers
      where id > coalesce((select max(last_transfer_id) from ledger_seals), 0) and id <= ${lastId}
      order by id limit ${TRANSFERS_A_BLOCK}) block`.execute(db)
  return rows[0]!.id
}
