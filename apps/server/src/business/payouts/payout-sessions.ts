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

const rowsOf = (sessions: readonly Partial<PayoutSession>[]) => sql`
  jsonb_to_recordset(${JSON.stringify(sessions)}::jsonb) as o("partnerId" bigint, "payoutFrom" text, "payoutTo" text,
    address text, amount coin_units, "openedAt" bigint, "expiresAt" bigint, "attemptsLeft" smallint)`

/** SQL that stores sessions, each in the place of an earlier one; the transaction has locked the partners' guards. */
export const storingSessions = (sessions: readonly PayoutSession[]): RawBuilder<unknown> => sql`
  insert into payout_sessions (partner_id, payout_from, payout_to, address, amount, opened_at, expires_at, attempts_left)
  select * from ${rowsOf(sessions)}
  on conflict (partner_id, payout_from) do update set payout_to = excluded.payout_to, address = excluded.address,
    amount = excluded.amount, opened_at = excluded.opened_at, expires_at = excluded.expires_at,
    attempts_left = excluded.attempts_left`

/** SQL that ends the sessions of partners and sources. */
export const endingSessions = (
  of: readonly Pick<PayoutSession, 'partnerId' | 'payoutFrom'>[],
): RawBuilder<unknown> => sql`
  delete from payout_sessions s using ${rowsOf(of)}
  where s.partner_id = o."partnerId" and s.payout_from = o."payoutFrom"`
