import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { usingSteps } from '../../passport/accounts/authenticator-steps.ts'
import { recentSettings } from '../settings/read-settings.ts'
import { type CreatedPayout, creatingPayouts, debitPayouts } from './create-payouts.ts'
import { lockFree, type PayoutLocks, readPayoutBases, waitForLocks } from './payout-basis.ts'
import { decideCall, type PayoutCall, type PayoutDecision } from './payout-decision.ts'
import { storingGuards } from './payout-guard.ts'
import { storingSessions } from './payout-sessions.ts'

/** The answer to a call that was not done, since something that it depends on is locked or does not exist. */
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
  const settings = await recentSettings(core.database)
  const [answer] = await core.database.transaction(async (tx) =>
    decideAll(core, tx, { calls: [call], locks: await waitForLocks(tx, call), settings }),
  )
  if (answer instanceof Refusal) throw answer
  return answer as Reply
}

/**
 * Does calls of different partners in one transaction, with the same result as one by one. It leaves out a call whose rows
 * are locked: the transaction never waits for a lock, so one partner never holds up another. `take` returns the calls, the
 * same ones if the transaction is repeated.
 *
 * Answers each call for itself, in their order: its reply, its refusal or `NOT_FREE`.
 */
export async function payTogether(
  core: Core,
  take: () => readonly PayoutCall[],
): Promise<readonly unknown[]> {
  const settings = await recentSettings(core.database)
  return core.database.transaction(async (tx) => {
    const calls = take()
    if (calls.length === 0) return []
    const locks = await lockFree(tx, calls)
    const free = calls.filter(({ partnerId }) => locks.has(partnerId))
    if (free.length === 0) return calls.map(() => NOT_FREE)
    const answers = await decideAll(core, tx, { calls: free, locks, settings })
    const answered = new Map(free.map((call, at) => [call, answers[at]]))
    return calls.map((call) => (answered.has(call) ? answered.get(call) : NOT_FREE))
  })
}

async function decideAll(
  core: Core,
  tx: Tx,
  {
    calls,
    locks,
    settings,
  }: {
    readonly calls: readonly PayoutCall[]
    readonly locks: PayoutLocks
    readonly settings: Awaited<ReturnType<typeof recentSettings>>
  },
): Promise<unknown[]> {
  const bases = await readPayoutBases(tx, calls, { locks, settings, now: core.clock() })
  const decisions = calls.map((call, at) => decideCall(call, bases[at]!))
  const ids = await write(tx, decisions)
  return decisions.map(({ partnerId, answer }) =>
    answer instanceof Refusal ? answer : answer(ids.get(partnerId)!),
  )
}

/** Writes what the decisions change. Returns the ids of new payouts by partner. */
async function write(
  tx: Tx,
  decisions: readonly PayoutDecision[],
): Promise<ReadonlyMap<number, number>> {
  const changes = decisions.map((decision) => decision.changes)
  const steps = decisions.flatMap(({ partnerId: userId, changes: { usedStep: step } }) =>
    step === undefined ? [] : [{ userId, step }],
  )
  const payouts = changes.flatMap(({ payout }) => payout ?? [])
  if (changes.every((each) => Object.keys(each).length === 0)) return new Map()
  const { rows } = await sql<CreatedPayout>`
    with counted as (${storingGuards(changes.flatMap(({ guard }) => guard ?? []))}),
      opened as (${storingSessions(changes.flatMap(({ session }) => session ?? []))}),
      used as (${usingSteps(steps)}),
      created as (${creatingPayouts(payouts)})
    select id, partner_id from created`.execute(tx)
  const ids = new Map(rows.map(({ id, partnerId }) => [partnerId, id]))
  await debitPayouts(
    tx,
    payouts.map((payout) => ({ ...payout, id: ids.get(payout.partnerId)! })),
  )
  return ids
}
