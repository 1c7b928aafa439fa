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
  ADJUSTMENT,
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
import { readLines } from '../../db/read-cursor.ts'
import { streamDownload } from '../../db/stream-snapshot.ts'
import { BYTE_ORDER_MARK, csvLine, inChunks, textCell } from '../exports/csv.ts'
import { readSetting } from '../settings/read-settings.ts'
import { coinText } from './bonus-texts.ts'

type Filter = CallInput<typeof getBonusExport>['query']
type Question = CallInput<typeof getBonusHistory>['query']

/** What of the history is meant: conditions on records `b` and on adjustments `a`. */
type Meant = {
  readonly records: RawBuilder<unknown>
  readonly adjustments: RawBuilder<unknown>
}

type HistoryRow = Omit<BonusTransaction, 'orderAmount' | 'bonusAmount' | 'bonusPeriod'> & {
  readonly currency: AccountCurrency
  readonly orderCents: number
  readonly units: string
  readonly period: string | null
}

/**
 * Reads a page of a partner's credits, reversals and adjustments.
 *
 * Source: api.md, "Ranks and bonuses"; decisions D-058 to D-060, D-101; ENT-013.
 */
export async function readBonusHistory(
  { database: { read: db } }: Core,
  partnerId: number,
  question: Question,
): Promise<CallReply<typeof getBonusHistory>> {
  const { page, size, sort } = question
  const meant = meantRows(partnerId, question, await shownTypes(db))
  const { rows } = await historyRows(meant, sort, sql`limit ${size} offset ${page * size}`).execute(
    db,
  )
  return {
    content: rows.map(onWire),
    number: page,
    totalPages: Math.ceil((await countRows(db, meant)) / size),
  }
}

async function countRows(db: Db, { records, adjustments }: Meant): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (select count(*) from bonus_records b where ${records})
      + (select count(*) from adjustments a where ${adjustments}) as rows`.execute(db)
  return rows[0]!.rows
}

/**
 * Records and adjustments in the order of their instants, with orders and buyers of the records. Only the page is read: both parts
 * come in the order of an index.
 */
function historyRows(
  { records, adjustments }: Meant,
  sort: Question['sort'],
  page: RawBuilder<unknown>,
): RawBuilder<HistoryRow> {
  const direction = sort === 'paidAt|asc' ? sql`asc` : sql`desc`
  return sql`
    select h.id, coalesce(b.order_id, 0) as order_id, h.paid_at, p.first_name as referral_first_name,
      p.last_name as referral_last_name, coalesce(b.level, 0) as level, coalesce(o.amount_cents, 0) as order_cents,
      coalesce(b.type, ${ADJUSTMENT}) as bonus_type, coalesce(b.amount::text, a.amount::text) as units,
      coalesce(b.currency, a.currency) as currency, b.period, coalesce(b.id, a.record_id) as record_id, a.reason
    from (
      select b.id, b.paid_at, false as is_adjustment from bonus_records b where ${records}
      union all
      select a.id, a.posted_at as paid_at, true as is_adjustment from adjustments a where ${adjustments}
      order by paid_at ${direction}, id ${direction}, is_adjustment ${page}) h
    left join bonus_records b on b.id = h.id and not h.is_adjustment
    left join adjustments a on a.id = h.id and h.is_adjustment
    left join orders o on o.id = b.order_id left join partners p on p.id = o.partner_id
    order by h.paid_at ${direction}, h.id ${direction}, h.is_adjustment`
}

const onWire = ({ orderCents, units, period, ...row }: HistoryRow) => ({
  ...row,
  orderAmount: formatUnits(eurCents(orderCents), 2),
  bonusAmount: coinText(BigInt(units), row.currency),
  bonusPeriod: period === null ? null : parseMonth(period),
})

const COLUMNS = ['id', 'paidAt', 'bonusType', 'orderId', 'referral', 'level', 'orderAmount']

/** All of a partner's credits, reversals and adjustments that match, as a CSV file of one moment. */
export async function exportBonusHistory(
  { database }: Core,
  partnerId: number,
  filter: Filter,
): Promise<FileReply> {
  const lines = streamDownload(database, async function* (tx) {
    const meant = meantRows(partnerId, filter, await shownTypes(tx))
    yield BYTE_ORDER_MARK + csvLine([...COLUMNS, 'bonusAmount', 'currency'])
    const records = historyRows(meant, filter.sort, sql``)
    yield* readLines(tx, records, (record) => csvLine(cellsOf(onWire(record))))
  })
  const { read } = database
  const rows = await countRows(read, meantRows(partnerId, filter, await shownTypes(read)))
  return { name: 'bonuses.csv', chunks: inChunks(lines), lines: rows + 1 }
}

function cellsOf(record: ReturnType<typeof onWire>): (string | number)[] {
  const { id, paidAt, bonusType, orderId, level, orderAmount, bonusAmount, currency } = record
  const names = [record.referralFirstName, record.referralLastName].filter(Boolean).join(' ')
  const at = new Date(paidAt).toISOString()
  return [id, at, bonusType, orderId, textCell(names), level, orderAmount, bonusAmount, currency]
}

/** Adjustments are shown whatever types the operator shows; they have no level. Source: D-165; requirements ADJ-006. */
function meantRows(
  partnerId: number,
  { bonusTypes, level, dateFrom, dateTo }: Filter,
  shown: readonly BonusType[],
): Meant {
  const types = shown.filter((type) => bonusTypes?.includes(type) ?? true)
  const hasAdjustments = level === undefined && (bonusTypes?.includes(ADJUSTMENT) ?? true)
  const between = (at: RawBuilder<unknown>) => [
    ...(dateFrom === undefined ? [] : [sql`${at} >= ${dateFrom}`]),
    ...(dateTo === undefined ? [] : [sql`${at} < ${dateTo + DAY_MS}`]),
  ]
  const records = [
    sql`b.partner_id = ${partnerId}`,
    sql`b.type = any(${types}::text[])`,
    ...(level === undefined ? [] : [sql`b.level = ${level}`]),
    ...between(sql`b.paid_at`),
  ]
  const adjustments = [
    sql`a.partner_id = ${partnerId}`,
    ...(hasAdjustments ? [] : [sql`false`]),
    ...between(sql`a.posted_at`),
  ]
  return { records: sql.join(records, sql` and `), adjustments: sql.join(adjustments, sql` and `) }
}

/** The types that the operator shows to partners; all types if the setting is empty. Source: decisions D-060. */
export async function shownTypes(db: Core['database']['read']): Promise<readonly BonusType[]> {
  const set = (await readSetting(db, 'historyTypes')).split(',')
  const shown = BONUS_TYPES.filter((type) => set.includes(type))
  return shown.length === 0 ? BONUS_TYPES : shown
}
