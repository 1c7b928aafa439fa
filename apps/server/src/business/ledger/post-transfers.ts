import { type RawBuilder, sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Tx } from '../../db/database.ts'

/** The company's accounts that partners' bonuses come from. */
export const BONUS_EXPENSE = 'bonus_expense'

/**
 * One movement between a partner's account and one of the company's.
 *
 * Units: `amount` is a whole number of the currency's smallest unit, above 0, as text.
 */
export type Transfer = {
  /** Says once and for all which movement this is: posting it again posts nothing. */
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

export type Posted = {
  readonly idempotencyKey: string
  readonly transferId: number
  /** False when the key had been posted before. */
  readonly posted: boolean
}

/**
 * Post transfers in the order given, each exactly once, whatever is repeated.
 *
 * Refuses: a key that was used for another transfer, with SQLSTATE PO001.
 * Source: architecture, section 3; decisions D-144.
 */
export async function postTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<Posted[]> {
  const { rows } = await sql<Posted>`select * from ${posting(transfers)}`.execute(tx)
  return rows
}

/** The call that posts these transfers, as part of a larger statement: rows of `idempotency_key`, `transfer_id`, `posted`. */
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

/** Post one transfer in one round trip; answers its id, also when it had been posted before. */
export async function postTransfer(tx: Tx, transfer: Transfer): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select post_transfer(${transfer.key}, ${transfer.partnerId}, ${transfer.account}, ${transfer.counter},
      ${transfer.toPartner}, ${transfer.currency}, ${transfer.amount}::numeric, ${transfer.kind},
      ${transfer.reference}, ${transfer.createdAt}) as id`.execute(tx)
  return rows[0]!.id
}
