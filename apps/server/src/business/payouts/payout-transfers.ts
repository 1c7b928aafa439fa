import { type RawBuilder, sql } from 'kysely'

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
  /** When it is debited or given back. */
  readonly at: number
}

type Direction = { readonly toPartner: boolean; readonly suffix: string }

/** SQL call that takes the amounts of payouts from their partners: what is sent, and the fee. */
export const debiting = (payouts: readonly PayoutMoney[]): RawBuilder<unknown> =>
  moving(payouts, { toPartner: false, suffix: '' })

/** Gives the whole amount of a payout back, the fee too. */
export async function refundPayout(tx: Tx, payout: PayoutMoney): Promise<void> {
  await sql`select from ${moving([payout], { toPartner: true, suffix: '_REFUND' })}`.execute(tx)
}

const moving = (payouts: readonly PayoutMoney[], direction: Direction): RawBuilder<unknown> =>
  posting(payouts.flatMap((payout) => transfersOf(payout, direction)))

function transfersOf(
  { id, partnerId, payoutFrom: account, currency, fee, receive, at: createdAt }: PayoutMoney,
  { toPartner, suffix }: Direction,
): Transfer[] {
  const parts = [
    { kind: `PAYOUT${suffix}`, counter: CLEARING, amount: receive },
    { kind: `PAYOUT_FEE${suffix}`, counter: FEES, amount: fee },
  ]
  return parts
    .filter(({ amount }) => amount !== '0')
    .map((part) => ({
      ...part,
      key: `payout:${id}:${part.kind}`,
      partnerId,
      account,
      toPartner,
      currency,
      reference: `payout ${id}`,
      createdAt,
    }))
}
