import { matchesWhole, Refusal } from '@partner-office/domain'

import {
  approveLocked,
  type ChangedPayout,
  lockPayout,
  notTaken,
  type Payout,
  rejectLocked,
  takeLocked,
  USED_BEFORE,
} from '../../business/payouts/end/end-payout.ts'
import { txPatternOf, useTransactions } from '../../business/payouts/end/transactions.ts'
import { requireNoQuarantine } from '../../business/quarantine/quarantine.ts'
import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { batchOf } from './batch-of.ts'
import { amountsOf, lockDay, noteTakings, valueOfDay } from './limit.ts'
import { stateOf } from './states.ts'

/** A payout as an operator has seen it, and the operator. */
export type Asked = { readonly id: number; readonly version: number; readonly by: number }

/** A payout after an act, with the version that the act has left. */
type Changed = ChangedPayout & { readonly version: number }

/**
 * Takes a payout up for an operator. Taking up an own one again changes nothing.
 *
 * Refuses: `proposal_required`, from `fourEyesPayoutEur` on; `already_taken`; `changed_meanwhile`; what `takePayout` refuses.
 * Source: requirements PQU-004, PQU-006, APR-018; D-163.
 */
export async function takeByOperator(core: Core, tx: Tx, asked: Asked): Promise<Changed> {
  await lockDay(tx, asked.by)
  const payout = await lockPayout(tx, asked.id)
  const taking = { operatorId: asked.by, amounts: amountsOf([payout]), now: core.clock() }
  if (payout.takenAt === null && (await valueOfDay(tx, taking)).isNeeded) {
    await requireWaiting(tx, payout, asked)
    throw new Refusal('proposal_required')
  }
  return takeFor(core, tx, payout, { ...asked, proposalId: null })
}

/** Takes up a payout that the transaction has locked. Refuses: as `takeByOperator`, but for the proposal. */
export async function takeFor(
  core: Core,
  tx: Tx,
  payout: Payout,
  { by, version, proposalId }: Asked & { readonly proposalId: number | null },
): Promise<Changed> {
  await requireNoQuarantine(tx)
  const isOwn = payout.status === 'PENDING' && payout.takenAt !== null && payout.takenBy === by
  if (!isOwn) await requireWaiting(tx, payout, { id: payout.id, by, version })
  const changed = await takeLocked(core, tx, { payout, by })
  if (isOwn) return { ...changed, version: payout.version }
  const at = core.clock()
  await noteTakings(tx, { payoutIds: [payout.id], operatorId: by, at, proposalId, reason: null })
  return { ...changed, version: payout.version + 1 }
}

/** Takes a payout over that another operator, or a command, has taken up. Refuses: `not_found`; `changed_meanwhile`; `validation_error`. */
export async function takeOver(
  core: Core,
  tx: Tx,
  { id, version, by, reason }: Asked & { readonly reason: string },
): Promise<Changed> {
  await requireNoQuarantine(tx)
  const payout = await lockPayout(tx, id)
  await requireSeen(tx, payout, version)
  if (payout.takenAt === null) throw notTaken()
  await tx.updateTable('payouts').set({ takenBy: by }).where('id', '=', id).execute()
  const at = core.clock()
  await noteTakings(tx, { payoutIds: [id], operatorId: by, at, proposalId: null, reason })
  return { id, status: 'PENDING', risks: [], version: version + 1 }
}

/**
 * Approves an own taken payout.
 *
 * Refuses: `not_found`; `changed_meanwhile`; `already_taken`; `validation_error`, when nobody has taken it up; `invalid_format`;
 * `not_unique`.
 * Source: requirements PQU-005; D-163.
 */
export async function approveByOperator(
  core: Core,
  tx: Tx,
  { id, version, by, txId }: Asked & { readonly txId: string },
): Promise<Changed> {
  const payout = await lockPayout(tx, id)
  await requireOwn(tx, payout, { id, version, by })
  if (payout.takenAt === null) throw notTaken()
  if (!matchesWhole(await txPatternOf(tx, payout), txId)) {
    throw new Refusal('invalid_format', { field: 'txId' })
  }
  const [used] = await useTransactions(tx, [txId], core.clock())
  if (used !== undefined) throw new Refusal('not_unique', { field: 'txId', reason: USED_BEFORE })
  return { ...(await approveLocked(core, tx, payout, { txId, by })), version: version + 1 }
}

/**
 * Rejects a payout that nobody has taken up, or an own taken one.
 *
 * Refuses: `not_found`; `changed_meanwhile`; `already_taken`; `required`, of a batch without the answer that it was not sent.
 * Source: requirements PQU-007; D-163.
 */
export async function rejectByOperator(
  core: Core,
  tx: Tx,
  { id, version, by, ...answer }: Asked & { readonly reason: string; readonly isNotSent: boolean },
): Promise<Changed> {
  const payout = await lockPayout(tx, id)
  await requireOwn(tx, payout, { id, version, by })
  if (!answer.isNotSent && (await batchOf(tx, id)) !== null) {
    throw new Refusal('required', { field: 'isNotSent', reason: 'was it sent?' })
  }
  const { reason } = answer
  return { ...(await rejectLocked(core, tx, payout, { reason, by })), version: version + 1 }
}

/** Refuses: `changed_meanwhile`, when it has ended or is another version than was seen; `already_taken`, when somebody has taken it up. */
export async function requireWaiting(tx: Tx, payout: Payout, { version }: Asked): Promise<void> {
  if (payout.status === 'PENDING' && payout.takenAt !== null) {
    throw new Refusal('already_taken', {}, [await nameOf(tx, payout.takenBy)])
  }
  await requireSeen(tx, payout, version)
}

/** Refuses: as `requireWaiting`, but an own taken payout is fine. */
async function requireOwn(tx: Tx, payout: Payout, { by, version }: Asked): Promise<void> {
  const { status, takenAt, takenBy } = payout
  if (status === 'PENDING' && takenAt !== null && takenBy !== by) {
    throw new Refusal('already_taken', {}, [await nameOf(tx, takenBy)])
  }
  await requireSeen(tx, payout, version)
}

async function requireSeen(tx: Tx, payout: Payout, version: number): Promise<void> {
  if (payout.status === 'PENDING' && payout.version === version) return
  const state = stateOf(payout)
  const by = payout.status === 'PENDING' ? payout.takenBy : payout.endedBy
  const isByOwner = state === 'cancelled' || state === 'waiting'
  const names = isByOwner ? [] : [await nameOf(tx, by)]
  throw new Refusal('changed_meanwhile', { field: 'status' }, [state, ...names])
}

/** Who has taken up or ended a payout: an operator's address, or the command line. */
export async function nameOf(db: Db, operatorId: number | null): Promise<string> {
  if (operatorId === null) return 'command line'
  const { email } = await db
    .selectFrom('console.operators')
    .select('email')
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow()
  return email
}
