import { createHash } from 'node:crypto'

import { Refusal, transactionKey } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { csvLine } from '../../exports/csv.ts'
import { ProblemList } from '../../imports/import-refused.ts'
import { readCsv } from '../../imports/read-csv.ts'
import { requireNoQuarantine } from '../../quarantine/quarantine.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { approveIn, approveLeftIn, type Payout, USED_BEFORE } from './end-payout.ts'
import { type ListedPayout, withDecimals } from '../read/list-payouts.ts'
import { lockAccountsOf, readPayoutMarks } from './payout-marks.ts'
import { useTransactions } from './transactions.ts'

const HOUR_MS = 3_600_000

/**
 * Takes pending payouts up and gives them to the sender on the chain: each payout is given once, ever. Leaves out payouts that
 * an operator took up singly and sends, barred and held payouts, and payouts whose account is below zero.
 *
 * What the sender is given is committed before it is written out. A batch that was lost on its way is therefore not sent
 * twice: its payouts stay pending and taken up, and operators look what became of them.
 *
 * Refuses: `InQuarantine`.
 * Source: decisions C11.27, D-088, D-142, D-143.
 */
export async function handOverPayouts(core: Core): Promise<ListedPayout[]> {
  const now = core.clock()
  return core.database.transaction(async (tx) => {
    await requireNoQuarantine(tx)
    const { rows: waiting } = await sql<Payout>`
      select p.* from payouts p where ${await isWaiting(tx, now)}
      order by p.id for update skip locked`.execute(tx)
    const rows = await withoutMarks(tx, waiting, now)
    if (rows.length === 0) return []
    await giveAsBatch(tx, rows, { by: null, now })
    return rows.map(withDecimals)
  })
}

/** SQL that tells whether a payout `p` waits to be handed over: nobody has taken it up, and its new address is not held. */
export async function isWaiting(db: Db, now: number): Promise<RawBuilder<boolean>> {
  const hold = Number(await readSetting(db, 'payoutNewAddressHoldHours')) * HOUR_MS
  return sql<boolean>`p.status = 'PENDING' and p.taken_at is null
    and (p.created_at + ${hold} <= ${now} or not 'new_address' = any(p.risks))
    and not exists (select from payout_hand_overs h where h.payout_id = p.id)`
}

/** A batch of payouts: its number, and the SHA-256 of its file. */
export type Batch = { readonly id: number; readonly sha256: string }

/**
 * Notes payouts, which the transaction has locked, as a batch that an operator of the console or the command line has handed
 * over. A payout is in one batch, ever: the primary key of `payout_hand_overs` decides.
 */
export async function giveAsBatch(
  tx: Tx,
  payouts: readonly Payout[],
  { by, now }: { readonly by: number | null; readonly now: number },
): Promise<Batch> {
  const file = [...batchLines(payouts.map(withDecimals))].join('')
  const sha256 = createHash('sha256').update(file).digest('hex')
  const { id } = await tx
    .insertInto('payoutBatches')
    .values({ handedAt: now, operatorId: by, payouts: payouts.length, sha256 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = payouts.map((payout) => payout.id)
  await sql`insert into payout_hand_overs (payout_id, handed_at, batch_id)
    select unnest(${ids}::bigint[]), ${now}, ${id}`.execute(tx)
  await tx
    .updateTable('payouts')
    .set({ takenAt: now, takenBy: by })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return { id, sha256 }
}

/** Statements after the locks: what was committed while they were waited for counts. */
async function withoutMarks<Waiting extends { readonly id: number }>(
  tx: Tx,
  waiting: readonly Waiting[],
  now: number,
): Promise<Waiting[]> {
  await lockAccountsOf(
    tx,
    waiting.map(({ id }) => id),
  )
  return unmarked(tx, waiting, now)
}

async function unmarked<Waiting extends { readonly id: number }>(
  db: Db,
  waiting: readonly Waiting[],
  now: number,
): Promise<Waiting[]> {
  const ids = waiting.map(({ id }) => id)
  const marks = await readPayoutMarks(db, ids, now)
  return waiting.filter(({ id }) => marks.get(id)?.length === 0)
}

/** The payouts that `handOverPayouts` would give now; with an id, this one alone, if it would be given. */
export async function readLeaving(db: Db, now: number, id: number | null): Promise<Payout[]> {
  const only = id === null ? sql`true` : sql`p.id = ${id}`
  const { rows } = await sql<Payout>`
    select p.* from payouts p where ${await isWaiting(db, now)} and ${only}`.execute(db)
  return unmarked(db, rows, now)
}

/** The lines of a batch for the sender. Units: `receive` in whole coins. */
export function* batchLines(payouts: readonly ListedPayout[]): Generator<string> {
  yield csvLine(['id', 'to', 'address', 'currency', 'receive'])
  for (const { id, payoutTo, address, currency, receive } of payouts) {
    yield csvLine([id, payoutTo, address, currency, receive])
  }
}

/**
 * Takes the sender's answer: a file of `id,txId`. All lines are approved, or none; a line that was taken before counts as
 * done, so a file can be given again. Lines of one file may name the same transaction.
 *
 * Refuses: `ImportRefused`, naming every bad line.
 */
export const settlePayouts = (
  core: Core,
  input: AsyncIterable<Uint8Array>,
): Promise<{ readonly settled: number }> => settleFile(core, input, approveIn)

/**
 * Takes a file of payouts that had left before the database was restored to an earlier instant: what was taken up after that
 * instant is taken up again with its approval. `afterwards` is part of the transaction.
 *
 * Refuses: `ImportRefused`, naming every bad line.
 * Source: cluster.md, BKP-005.
 */
export const settleLeft = (
  core: Core,
  input: AsyncIterable<Uint8Array>,
  afterwards: (tx: Tx) => Promise<void>,
): Promise<{ readonly settled: number }> => settleFile(core, input, approveLeftIn, afterwards)

async function settleFile(
  core: Core,
  input: AsyncIterable<Uint8Array>,
  approve: typeof approveIn,
  afterwards: (tx: Tx) => Promise<void> = async () => {},
): Promise<{ readonly settled: number }> {
  const problems = new ProblemList()
  const answers: { line: number; id: number; txId: string }[] = []
  for await (const { line, cells, problem } of readCsv(input, SETTLE_COLUMNS)) {
    const wrong = problem ?? problemOf(cells)
    if (wrong !== null) problems.add(line, wrong)
    else answers.push({ line, id: Number(cells.id), txId: cells.txId })
  }
  problems.refuseAny()
  return core.database.transaction(async (tx) => {
    const settled: { line: number; txId: string }[] = []
    for (const { line, id, txId } of answers.toSorted((a, b) => a.id - b.id)) {
      const outcome = await settle(() => approve(core, tx, id, txId), tx, { id, txId })
      if (typeof outcome === 'string') problems.add(line, outcome)
      else if (outcome === SETTLED) settled.push({ line, txId })
    }
    const txIds = settled.map(({ txId }) => txId)
    const before = new Set(await useTransactions(tx, txIds, core.clock()))
    for (const { line, txId } of settled) {
      if (before.has(transactionKey(txId))) problems.add(line, USED_BEFORE)
    }
    problems.refuseAny()
    await afterwards(tx)
    return { settled: settled.length }
  })
}

/** The columns of a file that settles payouts. */
export const SETTLE_COLUMNS = { required: ['id', 'txId'], optional: [] } as const

/** What is wrong with the form of a line of such a file; null: nothing. */
export function problemOf({ id, txId }: Readonly<Record<'id' | 'txId', string>>): string | null {
  if (!/^[1-9]\d{0,14}$/.test(id)) return 'id is not the number of a payout'
  return /^[^\s\p{Cc}]{1,256}$/u.test(txId) ? null : 'txId is not the name of a transaction'
}

const SETTLED = Symbol('settled')
const SETTLED_BEFORE = Symbol('settled before')

/** What a line came to, or what is wrong with it. */
async function settle(
  approve: () => Promise<unknown>,
  tx: Tx,
  { id, txId }: { readonly id: number; readonly txId: string },
): Promise<typeof SETTLED | typeof SETTLED_BEFORE | string> {
  const known = await tx
    .selectFrom('payouts')
    .select('txId')
    .where('id', '=', id)
    .executeTakeFirst()
  const approvedWith = known?.txId ?? null
  if (approvedWith !== null && transactionKey(approvedWith) === transactionKey(txId)) {
    return SETTLED_BEFORE
  }
  try {
    await approve()
    return SETTLED
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'not_found' ? `there is no payout ${id}` : String(error.params['reason'])
  }
}
