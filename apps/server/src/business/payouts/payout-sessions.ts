import { type RawBuilder, sql } from 'kysely'

/** An open request of a payout: the only one of its partner and source. Units: `amount` in smallest units, as text. */
export type PayoutSession = {
  readonly partnerId: number
  readonly payoutFrom: string
  readonly payoutTo: string
  readonly address: string
  readonly amount: string
  readonly openedAt: number
  readonly expiresAt: number
  readonly attemptsLeft: number
}

/** SQL that stores the sessions of partners in `free`, each in the place of an earlier one; see `writingDecisions`. */
export const storingSessions = (sessions: readonly PayoutSession[]): RawBuilder<unknown> => sql`
  insert into payout_sessions (partner_id, payout_from, payout_to, address, amount, opened_at, expires_at, attempts_left)
  select * from jsonb_to_recordset(${JSON.stringify(sessions)}::jsonb) as o("partnerId" bigint, "payoutFrom" text,
    "payoutTo" text, address text, amount coin_units, "openedAt" bigint, "expiresAt" bigint, "attemptsLeft" smallint)
  where o."partnerId" in (select partner_id from free)
  on conflict (partner_id, payout_from) do update set payout_to = excluded.payout_to, address = excluded.address,
    amount = excluded.amount, opened_at = excluded.opened_at, expires_at = excluded.expires_at,
    attempts_left = excluded.attempts_left`

/** SQL that ends the sessions of the payouts in `created`; see `writingDecisions`. */
export const endingSessions: RawBuilder<unknown> = sql`
  delete from payout_sessions s using created n
  where s.partner_id = n.partner_id and s.payout_from = n.payout_from`
