import type { TicketState } from '@partner-office/contracts'
import {
  DISPUTE_REOPEN_MS,
  disputeAfter,
  type DisputeEvent,
  type DisputeState,
  isOpenDispute,
  Refusal,
} from '@partner-office/domain'
import type { Selectable } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { lockPartner } from '../partners/lock-partner.ts'
import { deadlineAt, requireNoOther, requireText } from './open-dispute.ts'
import { writeEntry } from './write-entry.ts'

/** A dispute that a transaction has locked. */
export type LockedDispute = Selectable<Schema['console.disputes']>

/** Locks a dispute; of a partner, only the own one. Refuses: `not_found`. */
export async function lockDispute(
  tx: Tx,
  id: number,
  partnerId: number | null = null,
): Promise<LockedDispute> {
  const found = await tx
    .selectFrom('console.disputes')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined || (partnerId !== null && found.partnerId !== partnerId)) {
    throw new Refusal('not_found')
  }
  return found
}

/**
 * Changes the state of a locked dispute by an event. The time in which the partner is asked moves the deadline.
 *
 * Refuses: `validation_error` on `state`.
 * Source: requirements DSP-004, DSP-008.
 */
export async function changeState(
  { clock }: Core,
  tx: Tx,
  dispute: LockedDispute,
  event: DisputeEvent,
): Promise<void> {
  const state = disputeAfter(dispute.state, event)
  if (state === null) {
    throw new Refusal('validation_error', { field: 'state', reason: dispute.state })
  }
  const now = clock()
  const { id, version, askedAt, dueAt } = dispute
  await tx
    .updateTable('console.disputes')
    .set({
      state,
      version: version + 1,
      askedAt: event === 'ask' ? now : null,
      dueAt: dueAt + (askedAt === null ? 0 : now - askedAt),
      endedAt: isOpenDispute(state) ? null : now,
      ...(event === 'reopen' && {
        reopenedAt: now,
        dueAt: await deadlineAt(tx, now),
        earlierState: dispute.state as 'ANSWERED' | 'CORRECTED',
        earlierEndedAt: dispute.endedAt,
      }),
    })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('console.disputeDesks')
    .set({ state: DESK_STATES[state], since: now })
    .where('disputeId', '=', id)
    .execute()
}

/** The state of a dispute in the inbox. */
const DESK_STATES = {
  OPEN: 'WAITING',
  QUESTION: 'ANSWERED',
  ANSWERED: 'CLOSED',
  CORRECTED: 'CLOSED',
  WITHDRAWN: 'CLOSED',
} as const satisfies Record<DisputeState, TicketState>

type Written = { readonly id: number; readonly partnerId: number; readonly text: string }

/** The partner replies to a question. Refuses: `required`; `not_found`; `validation_error` on `state`. */
export async function replyToQuestion(core: Core, { id, partnerId, text }: Written): Promise<void> {
  requireText(text)
  await core.database.transaction(async (tx) => {
    await changeState(core, tx, await lockDispute(tx, id, partnerId), 'reply')
    await writeEntry(core, tx, id, { kind: 'reply', text })
  })
}

/** The partner withdraws an open dispute. Refuses: `not_found`; `validation_error` on `state`. */
export async function withdrawDispute(core: Core, { id, partnerId, text }: Written): Promise<void> {
  await core.database.transaction(async (tx) => {
    await changeState(core, tx, await lockDispute(tx, id, partnerId), 'withdraw')
    await writeEntry(core, tx, id, { kind: 'withdrawn', text })
  })
}

/**
 * The partner opens an ended dispute again, once.
 *
 * Refuses: `required`; `not_found`; `validation_error` on `state`; `too_late`, with the last instant; `not_unique`.
 * Source: requirements DSP-004.
 */
export async function reopenDispute(core: Core, { id, partnerId, text }: Written): Promise<void> {
  requireText(text)
  await core.database.transaction(async (tx) => {
    // As opening one does, before the row of the dispute.
    await lockPartner(tx, partnerId)
    const dispute = await lockDispute(tx, id, partnerId)
    const { reopenedAt, endedAt, state } = dispute
    if (reopenedAt !== null || disputeAfter(state, 'reopen') === null) {
      throw new Refusal('validation_error', { field: 'state', reason: state })
    }
    const last = endedAt! + DISPUTE_REOPEN_MS
    if (core.clock() > last) {
      throw new Refusal('too_late', { reason: new Date(last).toISOString() })
    }
    await requireNoOther(tx, dispute)
    await changeState(core, tx, dispute, 'reopen')
    await writeEntry(core, tx, id, { kind: 'reopened', text })
  })
}
