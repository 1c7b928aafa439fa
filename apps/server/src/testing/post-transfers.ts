import { sql } from 'kysely'

import { posting, type Transfer } from '../business/ledger/post-transfers.ts'
import type { Tx } from '../db/database.ts'

type Posted = {
  readonly idempotencyKey: string
  readonly transferId: number
  /** False when the key had been posted before. */
  readonly posted: boolean
}

/** Posts transfers through the product's call, without their bonus records. */
export async function postTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<Posted[]> {
  const { rows } = await sql<Posted>`select * from ${posting(transfers)}`.execute(tx)
  return rows
}

/** Posts one transfer through the database function. Returns its id, also if it was posted before. */
export async function postTransfer(tx: Tx, transfer: Transfer): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select post_transfer(${transfer.key}, ${transfer.partnerId}, ${transfer.account}, ${transfer.counter},
      ${transfer.toPartner}, ${transfer.currency}, ${transfer.amount}::numeric, ${transfer.kind},
      ${transfer.reference}, ${transfer.createdAt}) as id`.execute(tx)
  return rows[0]!.id
}
