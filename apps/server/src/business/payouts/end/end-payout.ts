import type { PayoutMark, PayoutRisk } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import type { Selectable } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Tx } from '../../../db/database.ts'
import type { Schema } from '../../../db/schema.ts'
import { requireNoQuarantine } from '../../quarantine/quarantine.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { lockGuard } from '../confirm/payout-guard.ts'
import { CANCELLED } from '../read/list-payouts.ts'
import { owingMails } from './payout-mails.ts'
import { barPhrase, lockAccountsOf, readPayoutMarks } from './payout-marks.ts'
import { refundPayout } from '../payout-transfers.ts'
import { requireTransaction, useTransactions } from './transactions.ts'

const HOUR_MS = 3_600_000

type Payout = Selectable<Schema['payouts']>

/** The answer to an operator who took up or ended a payout. */
export type ChangedPayout = {
  readonly id: number
  readonly status: Payout['status']
  /** Why to look at it closely, and what holds it back now. */
  readonly risks: PayoutMark[]
}

/**
 * Takes a payout up: its owner cannot cancel it any more. Taking it up again changes nothing. Locks the payout, then the
 * account that it was debited from.
 *
 * Refuses: `not_found`; `validation_error`, when it is not pending, something bars it, or its new address is still held; `InQuarantine`.
 * Source: api.md section 7; decisions C11.27, D-142, D-143.
 */
export async function takePayout(core: Core, id: number): Promise<ChangedPayout> {
  return core.database.transaction(async (tx) => {
    await requireNoQuarantine(tx)
    const payout = await lockPending(tx, id)
    await lockAccountsOf(tx, [id])
    // Statements after the locks: what was committed while they were waited for counts.
    const marks = (await readPayoutMarks(tx, [id], core.clock())).get(id)!
    if (payout.takenAt === null) await takeUp(core, tx, { payout, marks })
    return changed(payout, 'PENDING', marks)
  })
}

/**
 * Says that a payout was sent in a transaction.
 *
 * Refuses: `not_found`; `validation_error`, when it is not pending or was not taken up, or when the transaction's id has
 * another form than the route's or has approved a payout before.
 * Source: decisions C11.26, D-088, D-142.
 */
export const approvePayout = (core: Core, id: number, txId: string): Promise<ChangedPayout> =>
  core.database.transaction(async (tx) => {
    const payout = await approveIn(core, tx, id, txId)
    const [used] = await useTransactions(tx, [txId], core.clock())
    if (used !== undefined) throw refused('a payout approved earlier has this transaction', 'txId')
    return payout
  })

/** Approves a payout in a transaction, for files of many payouts; the id of its transaction is not used up. */
export async function approveIn(
  core: Core,
  tx: Tx,
  id: number,
  txId: string,
): Promise<ChangedPayout> {
  const payout = await lockPending(tx, id)
  if (payout.takenAt === null) throw refused('it was not taken up')
  await requireTransaction(tx, payout, txId)
  await end(tx, payout, { status: 'SUCCESS', txId, endedAt: core.clock() })
  return changed(payout, 'SUCCESS')
}

/** Like `approveIn`, for a payout that left after the instant to which the database was restored: it counts as taken up. */
export async function approveLeftIn(
  core: Core,
  tx: Tx,
  id: number,
  txId: string,
): Promise<ChangedPayout> {
  const { takenAt } = await lockPending(tx, id)
  if (takenAt === null) await takeUpNow(core, tx, id)
  return approveIn(core, tx, id, txId)
}

/**
 * Rejects a pending payout, taken up or not; the whole amount comes back.
 *
 * Refuses: `not_found`; `validation_error`, when it is not pending.
 * Source: decisions D-088.
 */
export async function rejectPayout(core: Core, id: number, reason: string): Promise<ChangedPayout> {
  return core.database.transaction(async (tx) => {
    const payout = await lockPending(tx, id)
    await rejectAndRefund(tx, payout, { reason, now: core.clock() })
    return changed(payout, 'REJECTED')
  })
}

/**
 * Cancels an own payout that no operator has taken up; the whole amount comes back.
 *
 * Refuses: `not_found`, also for another partner's payout; `validation_error`, when it is not pending or taken up.
 * Source: PAY-079; decisions D-142.
 */
export async function cancelPayout(
  core: Core,
  partnerId: number,
  id: number,
): Promise<{ id: number; status: 'REJECTED' }> {
  return core.database.transaction(async (tx) => {
    const payout = await lockPending(tx, id, partnerId)
    if (payout.takenAt !== null) throw refused('it is being sent already')
    await rejectAndRefund(tx, payout, { reason: CANCELLED, now: core.clock() })
    return { id, status: 'REJECTED' }
  })
}

/**
 * Locks a pending payout until the transaction ends. Whatever takes it up or ends it waits here and then finds it changed;
 * the partner's guard and account are locked after it.
 */
async function lockPending(tx: Tx, id: number, ownerId?: number): Promise<Payout> {
  const payout = await tx
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const isForeign = ownerId !== undefined && payout?.partnerId !== ownerId
  if (payout === undefined || isForeign) throw new Refusal('not_found', { field: 'payoutId' })
  if (payout.status !== 'PENDING') throw refused('it is not pending')
  return payout
}

async function takeUp(
  core: Core,
  tx: Tx,
  { payout, marks }: { readonly payout: Payout; readonly marks: readonly PayoutMark[] },
): Promise<void> {
  const phrase = barPhrase(marks)
  if (phrase !== null) throw refused(phrase)
  const heldUntil = await holdOf(tx, payout)
  if (core.clock() < heldUntil) {
    throw refused(`its new address is held until ${new Date(heldUntil).toISOString()}`)
  }
  await takeUpNow(core, tx, payout.id)
}

async function takeUpNow({ clock }: Core, tx: Tx, id: number): Promise<void> {
  await tx.updateTable('payouts').set({ takenAt: clock() }).where('id', '=', id).execute()
}

/** Until when a payout to a new address is held. Source: decisions D-143. */
async function holdOf(tx: Tx, { risks, createdAt }: Payout): Promise<number> {
  if (!risks.includes('new_address')) return createdAt
  return createdAt + Number(await readSetting(tx, 'payoutNewAddressHoldHours')) * HOUR_MS
}

async function rejectAndRefund(
  tx: Tx,
  payout: Payout,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<void> {
  await end(tx, payout, { status: 'REJECTED', reason, endedAt: now })
  // Its address counts as new again: what was read of the partner's payouts before is outdated.
  await lockGuard(tx, payout.partnerId)
  await refundPayout(tx, { ...payout, at: now })
}

type Ending =
  | { readonly status: 'SUCCESS'; readonly txId: string; readonly endedAt: number }
  | { readonly status: 'REJECTED'; readonly reason: string; readonly endedAt: number }

async function end(tx: Tx, { id }: Payout, ending: Ending): Promise<void> {
  await tx.updateTable('payouts').set(ending).where('id', '=', id).execute()
  await owingMails([{ payoutId: id, status: ending.status, dueAt: ending.endedAt }]).execute(tx)
}

const changed = (
  { id, risks }: Payout,
  status: Payout['status'],
  marks: readonly PayoutMark[] = [],
): ChangedPayout => ({ id, status, risks: [...(risks as PayoutRisk[]), ...marks] })

/** `reason` is for the operator's command line and the call's `errors`. */
const refused = (reason: string, field = 'id'): Refusal =>
  new Refusal('validation_error', { field, reason })
