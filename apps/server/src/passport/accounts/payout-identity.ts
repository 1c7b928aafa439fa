import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'

/** What a payout needs to know of an account. Units: instants in epoch milliseconds; null: never, or none. */
export type PayoutIdentity = {
  /** Whether the passport document is approved. Source: decisions D-095. */
  readonly isVerified: boolean
  /** Since when the account has its authenticator. */
  readonly authenticatorSince: number | null
  readonly passwordChangedAt: number | null
}

/** Reads what a payout needs to know of an account. */
export async function readPayoutIdentity(db: Db, userId: number): Promise<PayoutIdentity> {
  const { rows } = await sql<PayoutIdentity>`
    select coalesce((select v.status = 'APPROVED' from passport.verifications v
        where v.user_id = ${userId} and v.document_type = 'PASSPORT'), false) as is_verified,
      (select confirmed_at from passport.authenticators a where a.user_id = ${userId}) as authenticator_since,
      (select password_changed_at from passport.accounts a where a.user_id = ${userId}) as password_changed_at`.execute(
    db,
  )
  return rows[0]!
}
