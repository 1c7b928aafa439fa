import { Refusal } from '@partner-office/domain'

import type { Core } from '../../../core/core.ts'
import type { BasisCache } from './basis-cache.ts'
import { isConfirmation, type PayoutBasis, readPayoutBases, waitForLocks } from './payout-basis.ts'
import { decideCall, type PayoutCall, type PayoutDecision } from './payout-decision.ts'
import { sessionKey } from './payout-guard.ts'
import { type WrittenDecision, writingDecisions } from './write-payouts.ts'

/** The answer to a call that was not done, since something that it depends on is locked, was changed or does not exist. */
export const NOT_FREE = Symbol('not free')

/**
 * Does one call in a transaction of its own, which waits for what the call depends on. What was counted before a refusal
 * stays counted.
 *
 * Locks, in this order: the partner's guard, the partner's account, the authenticator. So the payouts of one partner are
 * confirmed one after the other, and every check sees what the confirmation before has left.
 *
 * Refuses: as the call does, after the commit.
 */
export async function payAlone<Reply>(core: Core, call: PayoutCall<Reply>): Promise<Reply> {
  const answer = await core.database.transaction(async (tx) => {
    await waitForLocks(tx, call)
    // A statement of its own after the locks: one that waits for a lock reads all other rows as they were before.
    const [basis] = await readPayoutBases(tx, [call], core.clock())
    // The terms are not locked, and count as they were read.
    const { versions } = basis!
    const decision = decideCall(call, { ...basis!, versions: { ...versions, terms: null } })
    const written = decision.changes && (await writingDecisions([decision]).execute(tx)).rows[0]
    return answerOf(decision, written ?? undefined)
  })
  if (answer === NOT_FREE) throw new Error(`rows of partner ${call.partnerId} changed while locked`)
  if (answer instanceof Refusal) throw answer
  return answer as Reply
}

/**
 * Does calls of different partners in two statements, one that reads and one that writes, with the same result as one by
 * one. It leaves out a call whose rows are locked or have changed in between: it never waits for a lock, so one partner never
 * holds up another.
 *
 * A confirmation is decided on what its request was decided on, if that is in `kept`. Nothing that could be outdated is
 * refused on it.
 *
 * Answers each call for itself, in their order: its reply, its refusal or `NOT_FREE`.
 */
export async function payTogether(
  core: Core,
  calls: readonly PayoutCall[],
  kept: BasisCache,
): Promise<readonly unknown[]> {
  const bases = await basesOf(core, calls, kept)
  const decisions = calls.map((call, at) => {
    const { basis, isKept } = bases[at]!
    const decision = basis === null ? null : decideCall(call, basis)
    return isKept && decision?.answer instanceof Refusal ? null : decision
  })
  const changing = decisions.filter((decision) => decision?.changes != null) as PayoutDecision[]
  const rows = changing.length === 0 ? [] : await core.database.change(writingDecisions(changing))
  const written = new Map(rows.map((row) => [row.partnerId, row]))
  return decisions.map((decision, at) => {
    if (decision === null) return NOT_FREE
    const row = written.get(decision.partnerId)
    if (row !== undefined) keepOpened(kept, bases[at]!.basis!, { decision, row })
    return answerOf(decision, row)
  })
}

type Found = { readonly basis: PayoutBasis | null; readonly isKept: boolean }

/** What calls are decided on, kept or read; null for a partner without a guard. */
async function basesOf(
  { database, clock }: Core,
  calls: readonly PayoutCall[],
  kept: BasisCache,
): Promise<Found[]> {
  const now = clock()
  const known = calls.map((call) => (isConfirmation(call) ? kept.take(call, now) : null))
  const unknown = calls.filter((_, at) => known[at] === null)
  const read = (await readPayoutBases(database.read, unknown, now)).values()
  return known.map((basis) => ({
    basis: basis ?? read.next().value!,
    isKept: basis !== null,
  }))
}

/** Keeps the basis of a request with the session that it has opened, at the version that was written. */
function keepOpened(
  kept: BasisCache,
  basis: PayoutBasis,
  { decision, row }: { readonly decision: PayoutDecision; readonly row: WrittenDecision },
): void {
  const { isRequest, changes, answer, partnerId, signIn, from } = decision
  if (!isRequest || answer instanceof Refusal) return
  const { guard } = changes!
  const session = guard.sessions[sessionKey(decision)]!
  const versions = { ...basis.versions, guard: row.guardVersion }
  kept.keep(
    { partnerId, signIn, from, to: session.payoutTo },
    { ...basis, guard, session, versions },
  )
}

function answerOf({ changes, answer }: PayoutDecision, row: WrittenDecision | undefined): unknown {
  if (changes !== null && row === undefined) return NOT_FREE
  return answer instanceof Refusal ? answer : answer(row?.id as number)
}
