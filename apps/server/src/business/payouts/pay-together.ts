import { Refusal } from '@partner-office/domain'
import type { RawBuilder } from 'kysely'

import type { Core } from '../../core/core.ts'
import { type PayoutBasis, readPayoutBases, waitForLocks } from './payout-basis.ts'
import { decideCall, type PayoutCall } from './payout-decision.ts'
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
  const [answer] = await core.database.transaction(async (tx) => {
    await waitForLocks(tx, call)
    // A statement of its own after the locks: one that waits for a lock reads all other rows as they were before.
    const bases = await readPayoutBases(tx, [call], core.clock())
    return decideAll([call], bases, async (writing) => (await writing.execute(tx)).rows)
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
 * Answers each call for itself, in their order: its reply, its refusal or `NOT_FREE`.
 */
export async function payTogether(
  { database, clock }: Core,
  calls: readonly PayoutCall[],
): Promise<readonly unknown[]> {
  if (calls.length === 0) return []
  const bases = await readPayoutBases(database.read, calls, clock())
  return decideAll(calls, bases, (writing) => database.change(writing))
}

async function decideAll(
  calls: readonly PayoutCall[],
  bases: readonly (PayoutBasis | null)[],
  write: (writing: RawBuilder<WrittenDecision>) => Promise<readonly WrittenDecision[]>,
): Promise<unknown[]> {
  const decisions = calls.map((call, at) => {
    const basis = bases[at]!
    return basis === null ? null : decideCall(call, basis)
  })
  const changing = decisions
    .filter((decision) => decision !== null)
    .filter(({ changes }) => changes !== null)
  const written = changing.length === 0 ? [] : await write(writingDecisions(changing))
  const ids = new Map(written.map(({ partnerId, id }) => [partnerId, id]))
  return decisions.map((decision) => {
    if (decision === null) return NOT_FREE
    const { partnerId, changes, answer } = decision
    if (changes !== null && !ids.has(partnerId)) return NOT_FREE
    return answer instanceof Refusal ? answer : answer(ids.get(partnerId)!)
  })
}
