import { matchesWhole, Refusal, transactionKey } from '@partner-office/domain'

import type { Tx } from '../../db/database.ts'

/**
 * Checks that the id of a transaction has the form that the payout's route says.
 *
 * Refuses: `validation_error`.
 */
export async function requireTransaction(
  tx: Tx,
  { payoutFrom, payoutTo }: { readonly payoutFrom: string; readonly payoutTo: string },
  txId: string,
): Promise<void> {
  const { txPattern } = await tx
    .selectFrom('payoutRoutes')
    .select('txPattern')
    .where('payoutFrom', '=', payoutFrom)
    .where('payoutTo', '=', payoutTo)
    .executeTakeFirstOrThrow()
  if (!matchesWhole(txPattern, txId)) {
    const reason = `txId does not look like a transaction of its route (${txPattern})`
    throw new Refusal('validation_error', { field: 'txId', reason })
  }
}

/**
 * Uses ids of transactions up, and returns the keys of those that approved a payout before. It waits for another
 * transaction that is using one of them; the ids are used in one order everywhere, so that no two wait for each other.
 */
export async function useTransactions(
  tx: Tx,
  txIds: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const keys = [...new Set(txIds.map(transactionKey))].toSorted()
  const before: string[] = []
  for (const key of keys) {
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('payoutTransactions')
      .values({ key, usedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added === 0n) before.push(key)
  }
  return before
}
