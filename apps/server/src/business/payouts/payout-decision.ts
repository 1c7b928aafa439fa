import { Refusal } from '@partner-office/domain'

import type { PayoutBasis, PayoutSource, PayoutVersions } from './payout-basis.ts'
import type { PayoutSession } from './payout-sessions.ts'
import type { Guard } from './payout-guard.ts'
import type { NewPayout } from './create-payouts.ts'

/**
 * What a call changes. It is kept where the call is refused, too: a request and a wrong code stay counted.
 */
export type PayoutChanges = {
  guard?: Guard
  /** The session as it is now. */
  session?: PayoutSession
  /** The time step of the code, which is used up. */
  usedStep?: number
  /** Created and debited; it ends its session. */
  payout?: NewPayout
}

/** A call about payouts: it is decided without the database, on what was read of its source. */
export type PayoutCall<Reply = unknown> = PayoutSource & {
  /** Notes what changes, and answers; `id` is that of the payout it creates. Throws a `Refusal`. */
  readonly decide: (basis: PayoutBasis, changes: PayoutChanges) => (id: number) => Reply
}

/** What a call has decided: what it changes, and its answer after the commit. */
export type PayoutDecision = {
  readonly partnerId: number
  readonly from: string
  readonly versions: PayoutVersions
  /** Null: nothing changes. */
  readonly changes: (PayoutChanges & { readonly guard: Guard }) | null
  readonly answer: Refusal | ((id: number) => unknown)
}

/** Decides a call on its basis. Whatever changes also writes the guard, so that its version changes. */
export function decideCall(call: PayoutCall, basis: PayoutBasis): PayoutDecision {
  const changes: PayoutChanges = {}
  const answer = answerOf(() => call.decide(basis, changes))
  const { guard = basis.guard, ...others } = changes
  const isUnchanged = guard === basis.guard && Object.keys(others).length === 0
  return {
    partnerId: call.partnerId,
    from: call.from,
    versions: basis.versions,
    changes: isUnchanged ? null : { ...others, guard },
    answer,
  }
}

function answerOf<Answer>(decide: () => Answer): Answer | Refusal {
  try {
    return decide()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
