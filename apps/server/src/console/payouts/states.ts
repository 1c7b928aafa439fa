import type { PayoutState } from '@partner-office/contracts'
import { type RawBuilder, sql } from 'kysely'

import { CANCELLED } from '../../business/payouts/read/list-payouts.ts'
import type { Payout } from '../../business/payouts/end/end-payout.ts'

/** The state of a payout as operators see it. */
export function stateOf({
  status,
  takenAt,
  reason,
}: Pick<Payout, 'status' | 'takenAt' | 'reason'>): PayoutState {
  if (status === 'PENDING') return takenAt === null ? 'waiting' : 'taken'
  if (status === 'SUCCESS') return 'sent'
  return reason === CANCELLED && takenAt === null ? 'cancelled' : 'rejected'
}

const IS_CANCELLED = sql`p.reason = ${sql.lit(CANCELLED)} and p.taken_at is null`

/** SQL that tells whether a payout `p` is in a state; without one: whether it is pending. */
export const isInState = (state: PayoutState | undefined): RawBuilder<boolean> =>
  state === undefined ? sql<boolean>`p.status = 'PENDING'` : CONDITIONS[state]

const CONDITIONS: Readonly<Record<PayoutState, RawBuilder<boolean>>> = {
  waiting: sql<boolean>`p.status = 'PENDING' and p.taken_at is null`,
  taken: sql<boolean>`p.status = 'PENDING' and p.taken_at is not null`,
  sent: sql<boolean>`p.status = 'SUCCESS'`,
  rejected: sql<boolean>`p.status = 'REJECTED' and not (${IS_CANCELLED})`,
  cancelled: sql<boolean>`p.status = 'REJECTED' and ${IS_CANCELLED}`,
}

/** SQL of the state of a payout `p`. */
export const STATE = sql<PayoutState>`case when p.status = 'SUCCESS' then 'sent'
  when p.status = 'PENDING' then case when p.taken_at is null then 'waiting' else 'taken' end
  when ${IS_CANCELLED} then 'cancelled' else 'rejected' end`
