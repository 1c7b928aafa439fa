import type { PayoutRisk } from '@partner-office/contracts'
import { type RawBuilder, sql } from 'kysely'

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

/** SQL that creates the payouts of those partners who are in `free`; see `writingDecisions`. */
export const creatingPayouts = (payouts: readonly NewPayout[]): RawBuilder<CreatedPayout> => sql`
  insert into payouts (partner_id, payout_from, payout_to, currency, address, amount, fee, receive, risks, requested_at,
    created_at)
  select p.partner_id, p.payout_from, p.payout_to, p.currency, p.address, p.amount, p.fee, p.receive, p.risks,
    p.requested_at, p.created_at
  from rows from (jsonb_to_recordset(${JSON.stringify(payouts)}::jsonb) as ("partnerId" bigint, "payoutFrom" text,
    "payoutTo" text, currency text, address text, amount coin_units, fee coin_units, receive coin_units, risks text[],
    "requestedAt" bigint, "createdAt" bigint)) with ordinality as p(partner_id, payout_from, payout_to, currency, address,
    amount, fee, receive, risks, requested_at, created_at, place)
  where p.partner_id in (select partner_id from free)
  order by p.place
  returning id, partner_id, payout_from, currency, created_at`

/** The number of a new payout. */
export type CreatedPayout = { readonly id: number; readonly partnerId: number }
