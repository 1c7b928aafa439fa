import type { PayoutRisk } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import {
  isConfirmation,
  type PayoutBasis,
  type PayoutSource,
  type PayoutVersions,
} from './payout-basis.ts'
import type { Guard, Requested } from './payout-guard.ts'

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

/**
 * What a call changes. It is kept where the call is refused, too: a request and a wrong code stay counted.
 */
export type PayoutChanges = {
  guard?: Guard
  /** The time step of the code, which is used up. */
  usedStep?: number
  /** Created and debited. */
  payout?: NewPayout
}

/** A call about payouts: it is decided without the database, on what was read of its source. */
export type PayoutCall<Reply = unknown> = PayoutSource & {
  /** Notes what changes, and answers; `id` is that of the payout it creates. Throws a `Refusal`. */
  readonly decide: (basis: PayoutBasis, changes: PayoutChanges) => (id: number) => Reply
}

/** What a call has decided: what it changes, and its answer after the commit. */
export type PayoutDecision = Requested & {
  readonly isRequest: boolean
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
  const isRequest = !isConfirmation(call)
  const isUnchanged = guard === basis.guard && Object.keys(others).length === 0
  return {
    partnerId: call.partnerId,
    signIn: call.signIn,
    from: call.from,
    isRequest,
    versions: isRequest ? guardOnly(basis.versions) : basis.versions,
    changes: isUnchanged ? null : { ...others, guard },
    answer,
  }
}

/** A request pays nothing: it is written if no other call of its partner was in between. */
const guardOnly = ({ guard }: PayoutVersions): PayoutVersions => ({
  guard,
  account: null,
  authenticator: null,
  terms: null,
})

function answerOf<Answer>(decide: () => Answer): Answer | Refusal {
  try {
    return decide()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
