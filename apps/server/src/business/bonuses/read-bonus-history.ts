import type {
  BonusTransaction,
  CallInput,
  CallReply,
  FileReply,
  getBonusExport,
  getBonusHistory,
} from '@partner-office/contracts'
import {
  type AccountCurrency,
  BONUS_TYPES,
  type BonusType,
  DAY_MS,
  eurCents,
  formatUnits,
  parseMonth,
} from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { readCursor } from '../../db/read-cursor.ts'
import { streamSnapshot } from '../../db/stream-snapshot.ts'
import { BYTE_ORDER_MARK, csvLine, inChunks, textCell } from '../exports/csv.ts'
import { readSetting } from '../settings/read-settings.ts'
import { coinText } from './bonus-texts.ts'

type Filter = CallInput<typeof getBonusExport>['query']
type Question = CallInput<typeof getBonusHistory>['query']

type HistoryRow = Omit<BonusTransaction, 'orderAmount' | 'bonusAmount' | 'bonusPeriod'> & {
  readonly currency: AccountCurrency
  readonly orderCents: number
  readonly units: string
  readonly period: string | null
}

/**
 * Reads a page of a partner's credits and reversals.
 *
 * Source: api.md, "Ranks and bonuses"; decisions D-058 to D-060, D-101; ENT-013.
 */
export async function readBonusHistory(
  { database: { read: db } }: Core,
  partnerId: number,
  question: Question,
): Promise<CallReply<typeof getBonusHistory>> {
  const { page, size, sort } = question
  const meant = meantRecords(partnerId, question, await shownTypes(db))
  const { rows } = await withOrders(meant, sort, sql`limit ${size} offset ${page * size}`).execute(
    db,
  )
  return {
    content: rows.map(onWire),
    number: page,
    totalPages: Math.ceil((await countRecords(db, meant)) / size),
  }
}

async function countRecords(db: Db, meant: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    select count(*) as records from bonus_records b where ${meant}`.execute(db)
  return rows[0]!.records
}

/** Records that meet a condition, with their orders and buyers. */
function withOrders(
  meant: RawBuilder<unknown>,
  sort: Question['sort'],
  page: RawBuilder<unknown>,
): RawBuilder<HistoryRow> {
  const direction = sort === 'paidAt|asc' ? sql`asc` : sql`desc`
  return sql`
    select b.id, coalesce(b.order_id, 0) as order_id, b.paid_at, p.first_name as referral_first_name,
      p.last_name as referral_last_name, b.level, coalesce(o.amount_cents, 0) as order_cents, b.type as bonus_type,
      b.amount::text as units, b.currency, b.period
    from (
      select * from bonus_records b where ${meant}
      order by b.paid_at ${direction}, b.id ${direction} ${page}) b
    left join orders o on o.id = b.order_id left join partners p on p.id = o.partner_id
    order by b.paid_at ${direction}, b.id ${direction}`
}

const onWire = ({ orderCents, units, period, ...row }: HistoryRow) => ({
  ...row,
  orderAmount: formatUnits(eurCents(orderCents), 2),
  bonusAmount: coinText(BigInt(units), row.currency),
  bonusPeriod: period === null ? null : parseMonth(period),
})

const COLUMNS = ['id', 'paidAt', 'bonusType', 'orderId', 'referral', 'level', 'orderAmount']

/** All of a partner's credits and reversals that match, as a CSV file of one moment. */
export async function exportBonusHistory(
  { database }: Core,
  partnerId: number,
  filter: Filter,
): Promise<FileReply> {
  const lines = streamSnapshot(database, async function* (tx) {
    const meant = meantRecords(partnerId, filter, await shownTypes(tx))
    yield BYTE_ORDER_MARK + csvLine([...COLUMNS, 'bonusAmount', 'currency'])
    for await (const record of readCursor(tx, withOrders(meant, filter.sort, sql``))) {
      yield csvLine(cellsOf(onWire(record)))
    }
  })
  const { read } = database
  const records = await countRecords(read, meantRecords(partnerId, filter, await shownTypes(read)))
  return { name: 'bonuses.csv', chunks: inChunks(lines), lines: records + 1 }
}

function cellsOf(record: ReturnType<typeof onWire>): (string | number)[] {
  const { id, paidAt, bonusType, orderId, level, orderAmount, bonusAmount, currency } = record
  const names = [record.referralFirstName, record.referralLastName].filter(Boolean).join(' ')
  const at = new Date(paidAt).toISOString()
  return [id, at, bonusType, orderId, textCell(names), level, orderAmount, bonusAmount, currency]
}

/** A condition on `bonus_records b`. */
function meantRecords(
  partnerId: number,
  { bonusTypes, level, dateFrom, dateTo }: Filter,
  shown: readonly BonusType[],
) {
  const types = bonusTypes?.filter((type) => shown.includes(type)) ?? shown
  const conditions = [
    sql`b.partner_id = ${partnerId}`,
    sql`b.type = any(${types}::text[])`,
    ...(level === undefined ? [] : [sql`b.level = ${level}`]),
    ...(dateFrom === undefined ? [] : [sql`b.paid_at >= ${dateFrom}`]),
    ...(dateTo === undefined ? [] : [sql`b.paid_at < ${dateTo + DAY_MS}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The types that the operator shows to partners; all types if the setting is empty. Source: decisions D-060. */
export async function shownTypes(db: Core['database']['read']): Promise<readonly BonusType[]> {
  const set = (await readSetting(db, 'historyTypes')).split(',')
  const shown = BONUS_TYPES.filter((type) => set.includes(type))
  return shown.length === 0 ? BONUS_TYPES : shown
}
