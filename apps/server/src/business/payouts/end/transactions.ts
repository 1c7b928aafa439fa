import { matchesWhole, Refusal, transactionKey } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db, Tx } from '../../../db/database.ts'

/**
 * Checks that the id of a transaction has the form that the payout's route says.
 *
 * Refuses: `validation_error`.
 */
export async function requireTransaction(tx: Tx, route: Route, txId: string): Promise<void> {
  const txPattern = await txPatternOf(tx, route)
  if (matchesWhole(txPattern, txId)) return
  const reason = `txId does not look like a transaction of its route (${txPattern})`
  throw new Refusal('validation_error', { field: 'txId', reason })
}

type Route = { readonly payoutFrom: string; readonly payoutTo: string }

/** How ids of transactions of a route look. */
export async function txPatternOf(db: Db, { payoutFrom, payoutTo }: Route): Promise<string> {
  const { txPattern } = await db
    .selectFrom('payoutRoutes')
    .select('txPattern')
    .where('payoutFrom', '=', payoutFrom)
    .where('payoutTo', '=', payoutTo)
    .executeTakeFirstOrThrow()
  return txPattern
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
  const keys = [...new Set(txIds.map(transactionKey))]
  const { rows } = await sql<{ key: string }>`
    insert into payout_transactions (key, used_at)
    select key, ${now} from unnest(${keys}::text[]) as key order by key
    on conflict do nothing returning key`.execute(tx)
  const added = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !added.has(key))
}
