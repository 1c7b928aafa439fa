import type {
  CallInput,
  CallReply,
  FileReply,
  getOwnAdjustments,
  getOwnAdjustmentsExport,
  OwnAdjustment,
} from '@partner-office/contracts'
import { type AccountCurrency, DAY_MS, Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { readLines } from '../../db/read-cursor.ts'
import { streamDownload } from '../../db/stream-snapshot.ts'
import { coinText } from '../bonuses/bonus-texts.ts'
import { BYTE_ORDER_MARK, csvLine, inChunks, textCell } from '../exports/csv.ts'
import { currencyOfAccount } from '../ledger/read-balances.ts'

type Filter = CallInput<typeof getOwnAdjustmentsExport>['query']
type Row = Omit<OwnAdjustment, 'currency'> & { readonly currency: AccountCurrency }

/** A page of a partner's adjustments, the newest first. Refuses: `wallet_not_found`. Source: requirements ADJ-006. */
export async function readOwnAdjustments(
  { database: { read } }: Core,
  partnerId: number,
  { page, size, ...filter }: CallInput<typeof getOwnAdjustments>['query'],
): Promise<CallReply<typeof getOwnAdjustments>> {
  const meant = meantRows(partnerId, filter)
  const { rows } = await sql<Row>`
    ${rowsWhere(meant)} limit ${size} offset ${page * size}`.execute(read)
  return {
    content: rows.map(onWire),
    number: page,
    totalPages: Math.ceil((await countRows(read, meant)) / size),
  }
}

const COLUMNS = ['id', 'postedAt', 'account', 'amount', 'currency', 'recordId', 'orderId', 'reason']

/** All of a partner's adjustments that match, as a CSV file of one moment. Refuses: `wallet_not_found`. */
export async function exportOwnAdjustments(
  { database }: Core,
  partnerId: number,
  filter: Filter,
): Promise<FileReply> {
  const meant = meantRows(partnerId, filter)
  const lines = streamDownload(database, async function* (tx) {
    yield BYTE_ORDER_MARK + csvLine(COLUMNS)
    yield* readLines(tx, rowsWhere(meant), (row) => {
      const { id, postedAt, account, currency, amount, recordId, orderId, reason } = onWire(row)
      const at = new Date(postedAt).toISOString()
      const about = [recordId ?? '', orderId ?? '', textCell(reason)]
      return csvLine([id, at, account, amount, currency, ...about])
    })
  })
  const rows = await countRows(database.read, meant)
  return { name: 'adjustments.csv', chunks: inChunks(lines), lines: rows + 1 }
}

function meantRows(partnerId: number, { account, dateFrom, dateTo }: Filter): RawBuilder<unknown> {
  if (account !== undefined) currencyOfAccount(account, 'account')
  const conditions = [
    sql`a.partner_id = ${partnerId}`,
    ...(account === undefined ? [] : [sql`a.account = ${account}`]),
    ...(dateFrom === undefined ? [] : [sql`a.posted_at >= ${dateFrom}`]),
    ...(dateTo === undefined ? [] : [sql`a.posted_at < ${dateTo + DAY_MS}`]),
  ]
  return sql.join(conditions, sql` and `)
}

const rowsWhere = (meant: RawBuilder<unknown>): RawBuilder<Row> => sql`
  select a.id, a.posted_at, a.account, a.currency, a.amount::text as amount, a.reason, a.record_id, a.order_id,
    a.takes_back, u.id as taken_back_by, a.dispute_id
  from adjustments a left join adjustments u on u.takes_back = a.id
  where ${meant} order by a.posted_at desc, a.id desc`

const onWire = (row: Row): OwnAdjustment => ({
  ...row,
  amount: coinText(BigInt(row.amount), row.currency),
})

async function countRows(db: Db, meant: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from adjustments a where ${meant}`.execute(db)
  return rows[0]!.count
}

/** One adjustment of a partner. Refuses: `not_found`. */
export async function readOwnAdjustment(
  db: Db,
  partnerId: number,
  id: number,
): Promise<OwnAdjustment> {
  const meant = sql`a.partner_id = ${partnerId} and a.id = ${id}`
  const { rows } = await rowsWhere(meant).execute(db)
  if (rows[0] === undefined) throw new Refusal('not_found')
  return onWire(rows[0])
}

/** A partner's adjustments of a credited line or of an order, the oldest first. Source: requirements ADJ-005. */
export async function readAdjustmentsOf(
  db: Db,
  partnerId: number,
  { records, orderId }: { readonly records: readonly number[]; readonly orderId: number | null },
): Promise<OwnAdjustment[]> {
  const about = sql`(a.record_id = any(${[...records]}::bigint[]) or a.order_id = ${orderId}::bigint)`
  const { rows } = await rowsWhere(sql`a.partner_id = ${partnerId} and ${about}`).execute(db)
  return rows.map(onWire).toReversed()
}
