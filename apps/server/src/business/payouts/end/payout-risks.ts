import type { PayoutRisk } from '@partner-office/contracts'
import { DAY_MS, similarAddress } from '@partner-office/domain'

import type { Db } from '../../../db/database.ts'
import type { PayoutIdentity } from '../../../passport/accounts/payout-identity.ts'

/** A password or an authenticator that was changed within this time is a risk mark. Source: decisions D-143. */
const RECENT_CHANGE_MS = 3 * DAY_MS

/** The instant of a change if it is recent; else null. */
export const recentChange = (at: number | null, now: number): number | null =>
  at !== null && now - at < RECENT_CHANGE_MS ? at : null

/** The addresses of a partner's earlier payouts that were not rejected, newest first. */
export async function earlierAddresses(
  db: Db,
  partnerId: number,
): Promise<{ to: string; address: string }[]> {
  return db
    .selectFrom('payouts')
    .select(['payoutTo as to', 'address'])
    .where('partnerId', '=', partnerId)
    .where('status', '<>', 'REJECTED')
    .groupBy(['payoutTo', 'address'])
    .orderBy(({ fn }) => fn.max('id'), 'desc')
    .execute()
}

/** Why operators should look at a payout more closely; `earlier` are addresses of the same route. Source: decisions D-143. */
export function payoutRisks(
  address: string,
  {
    earlier,
    identity: { passwordChangedAt, authenticatorSince },
    now,
  }: {
    readonly earlier: readonly string[]
    readonly identity: PayoutIdentity
    readonly now: number
  },
): PayoutRisk[] {
  const marks: Readonly<Record<PayoutRisk, boolean>> = {
    new_address: !earlier.includes(address),
    similar_address: similarAddress(address, earlier) !== null,
    password_changed: recentChange(passwordChangedAt, now) !== null,
    authenticator_changed: recentChange(authenticatorSince, now) !== null,
  }
  return (Object.keys(marks) as PayoutRisk[]).filter((risk) => marks[risk])
}
