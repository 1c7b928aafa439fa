import type { PayoutMark, PayoutRisk } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import type { Selectable } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Db, Tx } from '../../../db/database.ts'
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

/** A stored payout. Units: smallest units of its currency, as text. */
export type Payout = Selectable<Schema['payouts']>

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
    return takeLocked(core, tx, { payout: await lockPending(tx, id), by: null })
  })
}

/** Takes a payout up that the transaction has locked, for an operator of the console or none. Refuses: as `takePayout`. */
export async function takeLocked(
  core: Core,
  tx: Tx,
  { payout, by }: { readonly payout: Payout; readonly by: number | null },
): Promise<ChangedPayout> {
  const { id } = payout
  await lockAccountsOf(tx, [id])
  // Statements after the locks: what was committed while they were waited for counts.
  const marks = (await readPayoutMarks(tx, [id], core.clock())).get(id)!
  if (payout.takenAt === null) {
    await requireTakeable(tx, { payout, marks, now: core.clock() })
    await takeUpNow(core, tx, { id, by })
  }
  return changed(payout, 'PENDING', marks)
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
    if (used !== undefined) throw refused(USED_BEFORE, 'txId')
    return payout
  })

/** What is wrong with a transaction that approved a payout before. */
export const USED_BEFORE = 'a payout approved earlier has this transaction'

/** Approves a payout in a transaction, for files of many payouts; the id of its transaction is not used up. */
export async function approveIn(
  core: Core,
  tx: Tx,
  id: number,
  txId: string,
): Promise<ChangedPayout> {
  const payout = await lockPending(tx, id)
  if (payout.takenAt === null) throw notTaken()
  await requireTransaction(tx, payout, txId)
  return approveLocked(core, tx, payout, { txId, by: null })
}

/** Ends a payout as sent: it is locked, was taken up, and the form of its transaction was checked. */
export async function approveLocked(
  core: Core,
  tx: Tx,
  payout: Payout,
  { txId, by }: { readonly txId: string; readonly by: number | null },
): Promise<ChangedPayout> {
  await end(tx, payout, { status: 'SUCCESS', txId, endedBy: by, endedAt: core.clock() })
  return changed(payout, 'SUCCESS')
}

/** The refusal of what only a payout that was taken up can have done to it. */
export const notTaken = (): Refusal => refused('it was not taken up')

/** Like `approveIn`, for a payout that left after the instant to which the database was restored: it counts as taken up. */
export async function approveLeftIn(
  core: Core,
  tx: Tx,
  id: number,
  txId: string,
): Promise<ChangedPayout> {
  const { takenAt } = await lockPending(tx, id)
  if (takenAt === null) await takeUpNow(core, tx, { id, by: null })
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
    return rejectLocked(core, tx, payout, { reason, by: null })
  })
}

/** Rejects a pending payout that the transaction has locked; the whole amount comes back. */
export async function rejectLocked(
  core: Core,
  tx: Tx,
  payout: Payout,
  { reason, by }: { readonly reason: string; readonly by: number | null },
): Promise<ChangedPayout> {
  await rejectAndRefund(tx, payout, { reason, by, now: core.clock() })
  return changed(payout, 'REJECTED')
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
    await rejectAndRefund(tx, payout, { reason: CANCELLED, by: null, now: core.clock() })
    return { id, status: 'REJECTED' }
  })
}

/**
 * Locks a pending payout until the transaction ends. Whatever takes it up or ends it waits here and then finds it changed;
 * the partner's guard and account are locked after it.
 */
async function lockPending(tx: Tx, id: number, ownerId?: number): Promise<Payout> {
  const payout = await lockPayout(tx, id)
  const isForeign = ownerId !== undefined && payout.partnerId !== ownerId
  if (isForeign) throw new Refusal('not_found', { field: 'payoutId' })
  if (payout.status !== 'PENDING') throw refused('it is not pending')
  return payout
}

/** Locks a payout of any state until the transaction ends. Refuses: `not_found`. */
export async function lockPayout(tx: Tx, id: number): Promise<Payout> {
  const payout = await tx
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (payout === undefined) throw new Refusal('not_found', { field: 'payoutId' })
  return payout
}

/** Refuses: `validation_error`, when something bars a payout, or its new address is still held. Source: decisions C11.27, D-143. */
export async function requireTakeable(
  db: Db,
  {
    payout,
    marks,
    now,
  }: { readonly payout: Payout; readonly marks: readonly PayoutMark[]; readonly now: number },
): Promise<void> {
  const phrase = barPhrase(marks)
  if (phrase !== null) throw refused(phrase)
  const heldUntil = await holdOf(db, payout)
  if (now < heldUntil) throw refused(heldPhrase(heldUntil))
}

/** Why a payout to a new address is not sent yet, in words. */
export const heldPhrase = (until: number): string =>
  `its new address is held until ${new Date(until).toISOString()}`

async function takeUpNow(
  { clock }: Core,
  tx: Tx,
  { id, by }: { readonly id: number; readonly by: number | null },
): Promise<void> {
  const taken = { takenAt: clock(), takenBy: by }
  await tx.updateTable('payouts').set(taken).where('id', '=', id).execute()
}

/** Until when a payout to a new address is held; when it was made, if it is not held. Source: decisions D-143. */
export async function holdOf(
  tx: Db,
  { risks, createdAt }: Pick<Payout, 'risks' | 'createdAt'>,
): Promise<number> {
  if (!risks.includes('new_address')) return createdAt
  return createdAt + Number(await readSetting(tx, 'payoutNewAddressHoldHours')) * HOUR_MS
}

async function rejectAndRefund(
  tx: Tx,
  payout: Payout,
  {
    reason,
    by,
    now,
  }: { readonly reason: string; readonly by: number | null; readonly now: number },
): Promise<void> {
  await end(tx, payout, { status: 'REJECTED', reason, endedBy: by, endedAt: now })
  // Its address counts as new again: what was read of the partner's payouts before is outdated.
  await lockGuard(tx, payout.partnerId)
  await refundPayout(tx, { ...payout, at: now })
}

type Ending = { readonly endedBy: number | null; readonly endedAt: number } & (
  | { readonly status: 'SUCCESS'; readonly txId: string }
  | { readonly status: 'REJECTED'; readonly reason: string }
)

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
