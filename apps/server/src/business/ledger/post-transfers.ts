import { type RawBuilder, sql } from 'kysely'

import { column } from '../../db/column.ts'

/** The company's account that pays the partners' bonuses. */
export const BONUS_EXPENSE = 'bonus_expense'

/**
 * One movement between a partner's account and one of the company's.
 *
 * Units: `amount` is a whole number of the currency's smallest unit, above 0, as text.
 */
export type Transfer = {
  /** Idempotency key: posting a transfer with the same key again posts nothing. */
  readonly key: string
  readonly partnerId: number
  readonly account: string
  readonly counter: string
  readonly toPartner: boolean
  readonly currency: string
  readonly amount: string
  readonly kind: string
  readonly reference: string
  readonly createdAt: number
}

/**
 * SQL call that posts transfers in the given order, each exactly once, also when it is repeated. It is part of a larger
 * statement and returns rows of `idempotency_key`, `transfer_id` and `posted`, which is false for a known key.
 *
 * The functions `new_transfers` and `post_transfers` (`db/functions/ledger`) in pseudo-code:
 *
 *     new_transfers:
 *       repeat until all accounts exist:
 *         lock the partners' accounts, sorted by id       the only locks; their fixed order prevents deadlocks
 *         find the company's accounts                     without a lock: they store no balance, so nothing waits for them
 *         create missing accounts
 *       give each transfer the next id
 *       for each transfer: link = sha256(link before it of the same partner account + its text), from last_hash on
 *       insert the transfers; if a key exists already (unique violation): return null
 *       update each partner account once: balance += sum of its changes, last_hash = its last link
 *
 *     post_transfers:
 *       new_transfers
 *       if a key exists already:
 *         another content under the key: refuse with PO001
 *         otherwise: return the earlier transfers with posted = false, and post the remaining ones by calling itself
 *
 * Refuses: a key that was used for another transfer, with SQLSTATE PO001.
 * Source: architecture, section 3; decisions D-144.
 */
export const posting = (transfers: readonly Transfer[]): RawBuilder<unknown> => sql`post_transfers(
  ${column(transfers.map(({ key }) => key))}::text[],
  ${column(transfers.map(({ partnerId }) => partnerId))}::bigint[],
  ${column(transfers.map(({ account }) => account))}::text[],
  ${column(transfers.map(({ counter }) => counter))}::text[],
  ${column(transfers.map(({ toPartner }) => toPartner))}::boolean[],
  ${column(transfers.map(({ currency }) => currency))}::text[],
  ${column(transfers.map(({ amount }) => amount))}::numeric[],
  ${column(transfers.map(({ kind }) => kind))}::text[],
  ${column(transfers.map(({ reference }) => reference))}::text[],
  ${column(transfers.map(({ createdAt }) => createdAt))}::bigint[])`
