import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { posting } from '../ledger/post-transfers.ts'

/** The company's accounts that hold what is on its way to a wallet, and the fees. */
const CLEARING = 'payout_clearing'
const FEES = 'payout_fees'

/** A payout as the ledger sees it. Units: smallest units of `currency`, as text. */
type PayoutMoney = {
  readonly id: number
  readonly partnerId: number
  readonly payoutFrom: string
  readonly currency: string
  readonly fee: string
  readonly receive: string
  /** When it is debited or given back. */
  readonly at: number
}

/** Gives the whole amount of a payout back, the fee too: the reverse of what `write_payout_calls` has debited. */
export async function refundPayout(tx: Tx, payout: PayoutMoney): Promise<void> {
  const { id, partnerId, payoutFrom: account, currency, fee, receive, at: createdAt } = payout
  const parts = [
    { kind: 'PAYOUT_REFUND', counter: CLEARING, amount: receive },
    { kind: 'PAYOUT_FEE_REFUND', counter: FEES, amount: fee },
  ]
  const transfers = parts
    .filter(({ amount }) => amount !== '0')
    .map((part) => ({
      ...part,
      key: `payout:${id}:${part.kind}`,
      partnerId,
      account,
      toPartner: true,
      currency,
      reference: `payout ${id}`,
      createdAt,
    }))
  await sql`select from ${posting(transfers)}`.execute(tx)
}
