import type { Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'

type Status = Schema['payoutMails']['status']

/** Notes that a mail about a payout is due: it is sent after the commit, and never without it. */
export async function oweMail(
  tx: Tx,
  payoutId: number,
  status: Status,
  now: number,
): Promise<void> {
  await tx.insertInto('payoutMails').values({ payoutId, status, dueAt: now }).execute()
}
