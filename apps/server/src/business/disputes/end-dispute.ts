import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { oweDisputeNotice } from '../../passport/accounts/dispute-notices.ts'
import { requireFilled } from '../support/require-filled.ts'
import { changeState, lockDispute, type LockedDispute } from './change-dispute.ts'
import { requireText } from './open-dispute.ts'
import { writeEntry } from './write-entry.ts'

/** What an operator writes about a dispute that was seen in a version. */
type Writing = {
  readonly id: number
  readonly version: number
  readonly text: string
  readonly by: number
}

/** Locks a dispute as an operator has seen it. Refuses: `not_found`; `changed_meanwhile`. */
async function lockSeen(
  tx: Tx,
  { id, version }: Pick<Writing, 'id' | 'version'>,
): Promise<LockedDispute> {
  const dispute = await lockDispute(tx, id)
  if (dispute.version !== version) throw new Refusal('changed_meanwhile', { field: 'state' })
  return dispute
}

/** An operator answers a dispute: it ends. Refuses: `required`, also for an open placeholder; `not_found`; `changed_meanwhile`; `validation_error` on `state`. */
export async function answerDispute(core: Core, tx: Tx, writing: Writing): Promise<void> {
  await write(core, tx, writing, { event: 'answer', entry: 'answer', notice: 'disputeAnswered' })
}

/** An operator asks the partner. Refuses: as `answerDispute`. */
export async function askPartner(core: Core, tx: Tx, writing: Writing): Promise<void> {
  await write(core, tx, writing, { event: 'ask', entry: 'question', notice: 'disputeAsked' })
}

/** What an operator's text does to a dispute, how it is stored, and the notice that the partner gets. */
type Effect = {
  readonly event: 'answer' | 'ask'
  readonly entry: 'answer' | 'question'
  readonly notice: 'disputeAnswered' | 'disputeAsked'
}

async function write(core: Core, tx: Tx, writing: Writing, effect: Effect): Promise<void> {
  const { id, text, by } = writing
  requireText(text)
  requireFilled(text)
  const dispute = await lockSeen(tx, writing)
  await changeState(core, tx, dispute, effect.event)
  await writeEntry(core, tx, id, { kind: effect.entry, text, by })
  const userId = dispute.partnerId
  await oweDisputeNotice(core, tx, { userId, kind: effect.notice, dispute: id })
}

/** An operator notes something for operators. Refuses: `required`; `not_found`; `changed_meanwhile`. */
export async function noteOnDispute(core: Core, tx: Tx, writing: Writing): Promise<void> {
  const { id, text, by } = writing
  requireText(text)
  await lockSeen(tx, writing)
  await writeEntry(core, tx, id, { kind: 'note', text, by })
}

type Taking = Omit<Writing, 'text'> & { readonly isTakenOver: boolean }

/** An operator takes a dispute up. Refuses: `not_found`; `already_taken`, with the name; `changed_meanwhile`. */
export async function takeDispute(
  core: Core,
  tx: Tx,
  { id, version, by, isTakenOver }: Taking,
): Promise<void> {
  const { takenBy, ...dispute } = await lockDispute(tx, id)
  if (takenBy === by) return
  if (takenBy !== null && !isTakenOver) {
    const { email } = await tx
      .selectFrom('console.operators')
      .select('email')
      .where('id', '=', takenBy)
      .executeTakeFirstOrThrow()
    throw new Refusal('already_taken', { reason: email })
  }
  if (dispute.version !== version) throw new Refusal('changed_meanwhile', { field: 'takenBy' })
  await tx
    .updateTable('console.disputes')
    .set({ takenBy: by, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await writeEntry(core, tx, id, { kind: 'taken', text: '', by })
}

/**
 * Ends a dispute by a correction, in the transaction that posts it.
 *
 * Refuses: `validation_error` on `state`, if it is not open any more.
 * Source: requirements DSP-007.
 */
export async function correctDispute(
  core: Core,
  tx: Tx,
  id: number,
  { text, by }: { readonly text: string; readonly by: number },
): Promise<void> {
  const dispute = await lockDispute(tx, id)
  await changeState(core, tx, dispute, 'correct')
  await writeEntry(core, tx, id, { kind: 'corrected', text, by })
  const userId = dispute.partnerId
  await oweDisputeNotice(core, tx, { userId, kind: 'disputeCorrected', dispute: id })
}
