import { sql } from 'kysely'

import { unnesting } from '../../db/column.ts'
import type { Tx } from '../../db/database.ts'
import { posting, postingRows } from '../ledger/post-transfers.ts'

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

/** SQL call that takes the amounts of the payouts in `created` from their partners: what is sent, and the fee. */
export function debitingCreated(payouts: readonly Omit<PayoutMoney, 'id' | 'at'>[]) {
  const parts = payouts.flatMap((payout) =>
    partsOf(payout, '').map((part) => ({ ...part, partnerId: payout.partnerId })),
  )
  return postingRows(sql`
    select 'payout:' || n.id || ':' || d.kind as key, d.partner_id, n.payout_from as account, d.counter,
      false as to_partner, n.currency, d.amount, d.kind, 'payout ' || n.id as reference, n.created_at, d.place
    from ${unnesting(parts, [
      ['bigint', ({ partnerId }) => partnerId],
      ['text', ({ counter }) => counter],
      ['numeric', ({ amount }) => amount],
      ['text', ({ kind }) => kind],
    ])}
      with ordinality as d(partner_id, counter, amount, kind, place)
    join created n using (partner_id)`)
}

/** Gives the whole amount of a payout back, the fee too. */
export async function refundPayout(tx: Tx, payout: PayoutMoney): Promise<void> {
  const { id, partnerId, payoutFrom: account, currency, at: createdAt } = payout
  const transfers = partsOf(payout, '_REFUND').map((part) => ({
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

/** The transfers of a payout: what is sent, and the fee where there is one. */
function partsOf({ receive, fee }: Pick<PayoutMoney, 'receive' | 'fee'>, suffix: '' | '_REFUND') {
  const parts = [
    { kind: `PAYOUT${suffix}`, counter: CLEARING, amount: receive },
    { kind: `PAYOUT_FEE${suffix}`, counter: FEES, amount: fee },
  ]
  return parts.filter(({ amount }) => amount !== '0')
}
