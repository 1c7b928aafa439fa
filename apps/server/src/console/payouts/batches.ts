import type {
  Batch,
  CallInput,
  CallReply,
  FileReply,
  getBatches,
  postBatchPreview,
} from '@partner-office/contracts'
import { MOST_IN_BATCH } from '@partner-office/contracts'
import { type AccountCurrency, DAY_MS, equivalentText, Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import { coinText } from '../../business/bonuses/bonus-texts.ts'
import type { Payout } from '../../business/payouts/end/end-payout.ts'
import { batchLines, giveAsBatch } from '../../business/payouts/end/hand-over.ts'
import { withDecimals } from '../../business/payouts/read/list-payouts.ts'
import { requireNoQuarantine } from '../../business/quarantine/quarantine.ts'
import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { idCursor, partOf } from '../../db/page.ts'
import { EurValues } from '../today/eur-values.ts'
import { leavingOf, type LeftOut, lockLeaving, waitingWithoutMarks } from './leaving.ts'
import { amountsOf, lockDay, noteTakings, valueOfDay } from './limit.ts'
import { readQueued, worthInEur } from './queue.ts'

/** What a hand-over would do. Source: requirements PQU-008. */
export async function previewBatch(
  { database: { read }, clock }: Core,
  { payoutIds }: CallInput<typeof postBatchPreview>['body'],
  operatorId: number,
): Promise<CallReply<typeof postBatchPreview>> {
  const now = clock()
  const ids = payoutIds ?? (await waitingWithoutMarks(read, now, MOST_IN_BATCH))
  const { goes, leftOut } = await leavingOf(read, ids, now)
  const values = await EurValues.read(read)
  const amounts = amountsOf(goes)
  const eur = worthInEur(values, amounts)
  const { isNeeded } = await valueOfDay(read, { operatorId, amounts, now })
  return {
    content: await readQueued(
      read,
      goes.map(({ id }) => id),
      { now, values },
    ),
    leftOut: [...leftOut],
    sums: sumsOf(goes, values),
    eur: eur && equivalentText(eur),
    isNeeded: isNeeded && goes.length > 0,
  }
}

/** The sums of payouts by currency. */
export function sumsOf(payouts: readonly Payout[], values: EurValues) {
  const currencies = [...new Set(payouts.map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const mine = payouts.filter((payout) => payout.currency === currency)
    const sum = (name: 'amount' | 'receive') =>
      mine.reduce((total, payout) => total + BigInt(payout[name]), 0n)
    const known = currency as AccountCurrency
    const { amount, eur } = values.valued(known, String(sum('amount')))
    return {
      currency: known,
      count: mine.length,
      amount,
      receive: coinText(sum('receive'), known),
      eur,
    }
  })
}

type Given = { readonly batchId: number; readonly sha256: string }

/**
 * Hands payouts over for an operator: all, or none.
 *
 * Refuses: `changed_meanwhile`, naming each that cannot go; `proposal_required`, from `fourEyesPayoutEur` on; `InQuarantine`.
 * Source: requirements PQU-008, PQU-009, APR-018.
 */
export async function handOverBatch(
  core: Core,
  tx: Tx,
  { payoutIds, by }: { readonly payoutIds: readonly number[]; readonly by: number },
): Promise<Given> {
  await lockDay(tx, by)
  await lockLeaving(tx, payoutIds)
  const { goes, leftOut } = await leavingOf(tx, payoutIds, core.clock())
  if (leftOut.length > 0) throw new Refusal('changed_meanwhile', {}, leftOut.map(leftOutText))
  const taking = { operatorId: by, amounts: amountsOf(goes), now: core.clock() }
  if ((await valueOfDay(tx, taking)).isNeeded) throw new Refusal('proposal_required')
  return giveFor(core, tx, { payouts: goes, by, proposalId: null })
}

/** Hands over payouts that the transaction has locked and checked. Refuses: `InQuarantine`. */
export async function giveFor(
  core: Core,
  tx: Tx,
  {
    payouts,
    by,
    proposalId,
  }: {
    readonly payouts: readonly Payout[]
    readonly by: number
    readonly proposalId: number | null
  },
): Promise<Given> {
  await requireNoQuarantine(tx)
  const now = core.clock()
  const { id, sha256 } = await giveAsBatch(tx, payouts, { by, now })
  const payoutIds = payouts.map((payout) => payout.id)
  await noteTakings(tx, { payoutIds, operatorId: by, at: now, proposalId, reason: null })
  return { batchId: id, sha256 }
}

/** A payout that is left out, in words. */
export const leftOutText = ({ id, why }: LeftOut): string => `payout ${id}: ${why}`

const PAGE = 50
const LATE_MS = DAY_MS

/** Batches, the newest first. Source: requirements PQU-011. */
export async function readBatches(
  { database: { read }, clock }: Core,
  { cursor, state }: CallInput<typeof getBatches>['query'],
): Promise<CallReply<typeof getBatches>> {
  const late = clock() - LATE_MS
  const isOpen = sql`exists (select from payout_hand_overs h join payouts p on p.id = h.payout_id
    where h.batch_id = b.id and p.status = 'PENDING')`
  const conditions = [
    sql`true`,
    ...(cursor === undefined ? [] : [sql`b.id < ${cursor}`]),
    ...(state === undefined ? [] : [isOpen]),
    ...(state === 'late' ? [sql`b.handed_at < ${late}`] : []),
  ]
  const rows = await select(read, sql.join(conditions, sql` and `), { late, limit: PAGE + 1 })
  return partOf(rows, PAGE, idCursor)
}

/** One batch with its sums. Refuses: `not_found`. */
export async function readBatch({ database: { read }, clock }: Core, id: number) {
  const [batch] = await select(read, sql`b.id = ${id}`, { late: clock() - LATE_MS, limit: 1 })
  if (batch === undefined) throw new Refusal('not_found')
  return { ...batch, sums: sumsOf(await payoutsOf(read, id), await EurValues.read(read)) }
}

async function select(
  db: Db,
  condition: RawBuilder<unknown>,
  { late, limit }: { readonly late: number; readonly limit: number },
): Promise<Batch[]> {
  const { rows } = await sql<Omit<Batch, 'by'> & { byId: number | null; byEmail: string | null }>`
    select b.id, b.handed_at, b.sha256, b.payouts, o.id as by_id, o.email as by_email, n.*
    from payout_batches b left join console.operators o on o.id = b.operator_id
      cross join lateral (
        select count(*) filter (where p.status = 'SUCCESS')::integer as approved,
          count(*) filter (where p.status = 'REJECTED')::integer as rejected,
          count(*) filter (where p.status = 'PENDING')::integer as open,
          count(*) filter (where p.status = 'PENDING' and b.handed_at < ${late})::integer as late
        from payout_hand_overs h join payouts p on p.id = h.payout_id where h.batch_id = b.id) n
    where ${condition} order by b.id desc limit ${limit}`.execute(db)
  return rows.map(({ byId, byEmail, ...batch }) => ({
    ...batch,
    by: byId === null ? null : { id: byId, email: byEmail! },
  }))
}

async function payoutsOf(db: Db, batchId: number): Promise<Payout[]> {
  const { rows } = await sql<Payout>`
    select p.* from payout_hand_overs h join payouts p on p.id = h.payout_id where h.batch_id = ${batchId} order by p.id`.execute(
    db,
  )
  return rows
}

/** The file of a batch: what it is made of never changes, so it is the one that was handed over. Refuses: `not_found`. */
export async function readBatchFile(core: Core, id: number): Promise<FileReply> {
  const { payouts } = await readBatch(core, id)
  const rows = await payoutsOf(core.database.read, id)
  const file = [...batchLines(rows.map(withDecimals))].join('')
  async function* chunks() {
    yield file
  }
  return { name: `batch-${id}.csv`, chunks: chunks(), lines: payouts + 1 }
}
