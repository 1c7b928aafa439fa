import type { PayoutRisk } from '@partner-office/contracts'
import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { owingMails } from './payout-mails.ts'
import { endingSessions } from './payout-sessions.ts'
import { debiting } from './payout-transfers.ts'

/** A payout that was confirmed. Units: smallest units of `currency`, as text. */
export type NewPayout = {
  readonly partnerId: number
  readonly payoutFrom: string
  readonly payoutTo: string
  readonly currency: string
  readonly address: string
  readonly amount: string
  readonly fee: string
  readonly receive: string
  readonly risks: readonly PayoutRisk[]
  readonly requestedAt: number
  readonly createdAt: number
}

/** SQL that creates payouts of different partners; returns their `id` and `partner_id`. */
export const creatingPayouts = (payouts: readonly NewPayout[]): RawBuilder<CreatedPayout> => sql`
  insert into payouts (partner_id, payout_from, payout_to, currency, address, amount, fee, receive, risks, requested_at,
    created_at)
  select * from jsonb_to_recordset(${JSON.stringify(payouts)}::jsonb) as p("partnerId" bigint, "payoutFrom" text,
    "payoutTo" text, currency text, address text, amount coin_units, fee coin_units, receive coin_units, risks text[],
    "requestedAt" bigint, "createdAt" bigint)
  returning id, partner_id`

/** The number of a new payout. */
export type CreatedPayout = { readonly id: number; readonly partnerId: number }

/** Debits new payouts, ends their sessions and notes their mails. */
export async function debitPayouts(
  tx: Tx,
  payouts: readonly (NewPayout & CreatedPayout)[],
): Promise<void> {
  if (payouts.length === 0) return
  const debits = payouts.map((payout) => ({ ...payout, at: payout.createdAt }))
  const mails = payouts.map(({ id, createdAt }) => ({
    payoutId: id,
    status: 'PENDING' as const,
    dueAt: createdAt,
  }))
  await sql`
    with ended as (${endingSessions(payouts)}), owed as (${owingMails(mails)})
    select from ${debiting(debits)}`.execute(tx)
}
