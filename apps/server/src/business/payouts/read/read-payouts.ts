import type {
  CallInput,
  CallReply,
  FileReply,
  getPayout,
  getPayoutExport,
  getPayoutHistory,
  PayoutTransaction,
} from '@partner-office/contracts'
import { DAY_MS, Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Db } from '../../../db/database.ts'
import { readLines } from '../../../db/read-cursor.ts'
import { streamDownload } from '../../../db/stream-snapshot.ts'
import { BYTE_ORDER_MARK, csvLine, inChunks, textCell } from '../../exports/csv.ts'
import { CANCELLED, type ListedPayout, withDecimals } from './list-payouts.ts'

type Filter = CallInput<typeof getPayoutExport>['query']

/**
 * Reads a page of a partner's payouts, sorted by their creation, ties by id.
 *
 * Source: api.md section 8; TRX-036 to TRX-038; decisions D-101.
 */
export async function readPayoutHistory(
  { database: { read: db } }: Core,
  partnerId: number,
  { page, size, ...filter }: CallInput<typeof getPayoutHistory>['query'],
): Promise<CallReply<typeof getPayoutHistory>> {
  const { rows } = await sql<ListedPayout>`
    ${matching(partnerId, filter)} limit ${size} offset ${page * size}`.execute(db)
  return {
    content: rows.map(transactionOf),
    number: page,
    totalPages: Math.ceil((await countPayouts(db, partnerId, filter)) / size),
  }
}

async function countPayouts(db: Db, partnerId: number, filter: Filter): Promise<number> {
  const { rows } = await sql<{ payouts: number }>`
    select count(*) as payouts from payouts p where ${conditions(partnerId, filter)}`.execute(db)
  return rows[0]!.payouts
}

/**
 * Reads one payout with the times of its steps.
 *
 * Refuses: `not_found`, also for another partner's payout.
 */
export async function readPayout(
  { database: { read: db } }: Core,
  partnerId: number,
  id: number,
): Promise<CallReply<typeof getPayout>> {
  const payout = await db
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .where('partnerId', '=', partnerId)
    .executeTakeFirst()
  if (payout === undefined) throw new Refusal('not_found')
  const { fee, receive, requestedAt, takenAt, endedAt, reason } = withDecimals(payout)
  return { ...transactionOf(payout), fee, receive, requestedAt, takenAt, endedAt, reason }
}

const COLUMNS = ['id', 'createdAt', 'from', 'to', 'address', 'amount', 'fee', 'receive', 'currency']

/** All of a partner's payouts that match, as a CSV file of one moment. Source: operations.md section 5. */
export async function exportPayouts(
  { database }: Core,
  partnerId: number,
  filter: Filter,
): Promise<FileReply> {
  const lines = streamDownload(database, async function* (tx) {
    yield BYTE_ORDER_MARK + csvLine([...COLUMNS, 'status', 'txId'])
    const payouts = matching(partnerId, filter)
    yield* readLines(tx, payouts, (payout) => csvLine(cellsOf(withDecimals(payout))))
  })
  const payouts = await countPayouts(database.read, partnerId, filter)
  return { name: 'payouts.csv', chunks: inChunks(lines), lines: payouts + 1 }
}

function cellsOf(payout: ListedPayout): (string | number)[] {
  const { id, createdAt, payoutFrom, payoutTo, address, amount, fee, receive } = payout
  const at = new Date(createdAt).toISOString()
  const route = [payoutFrom, payoutTo, textCell(address)]
  const end = [payout.currency, payout.status, textCell(payout.txId ?? '')]
  return [id, at, ...route, amount, fee, receive, ...end]
}

function matching(partnerId: number, filter: Filter): RawBuilder<ListedPayout> {
  const direction = filter.sort === 'createdAt|asc' ? sql`asc` : sql`desc`
  return sql`
    select p.* from payouts p where ${conditions(partnerId, filter)}
    order by p.created_at ${direction}, p.id ${direction}`
}

function conditions(partnerId: number, { dateFrom, dateTo, status, from }: Filter) {
  const each = [
    sql`p.partner_id = ${partnerId}`,
    ...(dateFrom === undefined ? [] : [sql`p.created_at >= ${dateFrom}`]),
    ...(dateTo === undefined ? [] : [sql`p.created_at < ${dateTo + DAY_MS}`]),
    ...(status === undefined ? [] : [sql`p.status = ${status}`]),
    ...(from === undefined ? [] : [sql`p.payout_from = any(${from}::text[])`]),
  ]
  return sql.join(each, sql` and `)
}

const transactionOf = (payout: ListedPayout): PayoutTransaction => ({
  id: payout.id,
  createdAt: payout.createdAt,
  address: payout.address,
  amount: withDecimals(payout).amount,
  status: payout.status,
  txId: payout.txId,
  from: payout.payoutFrom,
  to: payout.payoutTo,
  cancellable: payout.status === 'PENDING' && payout.takenAt === null,
  // Its owner cannot cancel a payout that was taken up, whatever reason an operator gives.
  cancelled: payout.reason === CANCELLED && payout.takenAt === null,
})
