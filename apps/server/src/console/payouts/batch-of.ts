import type { Db } from '../../db/database.ts'

/** The hand-over of a payout: its batch, null for one of a version without batches; null: it was not handed over. */
export async function batchOf(
  db: Db,
  payoutId: number,
): Promise<{ readonly batchId: number | null } | null> {
  const found = await db
    .selectFrom('payoutHandOvers')
    .select('batchId')
    .where('payoutId', '=', payoutId)
    .executeTakeFirst()
  return found ?? null
}
