import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { posting, type Transfer } from '../ledger/post-transfers.ts'

/** The company's accounts that hold what is on its way to a wallet, and the fees. */
const CLEARING = 'payout_clearing'
const FEES = 'payout_fees'

/** A payout as the ledger sees it. Units: smallest units of `currency`, as text. */
export type PayoutMoney = {
  readonly id: number
  readonly partnerId: number
  readonly payoutFrom: string
  readonly currency: string
  readonly fee: string
  readonly receive: string
}

/** Takes the amount of a payout from its partner: what is sent, and the fee. */
export const debitPayout = (tx: Tx, payout: PayoutMoney, now: number): Promise<void> =>
  post(tx, payout, { toPartner: false, suffix: '', now })

/** Gives the whole amount of a payout back, the fee too. */
export const refundPayout = (tx: Tx, payout: PayoutMoney, now: number): Promise<void> =>
  post(tx, payout, { toPartner: true, suffix: '_REFUND', now })

async function post(
  tx: Tx,
  { id, partnerId, payoutFrom: account, currency, fee, receive }: PayoutMoney,
  { toPartner, suffix, now }: { toPartner: boolean; suffix: string; now: number },
): Promise<void> {
  const parts = [
    { kind: `PAYOUT${suffix}`, counter: CLEARING, amount: receive },
    { kind: `PAYOUT_FEE${suffix}`, counter: FEES, amount: fee },
  ]
  const transfers = parts
    .filter(({ amount }) => amount !== '0')
    .map((part): Transfer => ({
      ...part,
      key: `payout:${id}:${part.kind}`,
      partnerId,
      account,
      toPartner,
      currency,
      reference: `payout ${id}`,
      createdAt: now,
    }))
  await sql`select from ${posting(transfers)}`.execute(tx)
}
