import type { AccountCurrency } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { readLines } from '../../db/read-cursor.ts'
import { coinText } from '../bonuses/bonus-texts.ts'
import { csvLine, textCell } from './csv.ts'
import type { Period } from './period.ts'

const COLUMNS = [
  'id',
  'partnerId',
  'account',
  'amount',
  'kind',
  'recordId',
  'disputeId',
  'postedAt',
  'reason',
]

type Row = {
  readonly id: number
  readonly partnerId: number
  readonly account: string
  readonly currency: AccountCurrency
  readonly amount: string
  readonly kind: string
  readonly recordId: number | null
  readonly disputeId: number | null
  readonly postedAt: number
  readonly reason: string
}

/** The lines of the adjustments file, by id. Source: requirements ADJ-008. */
export async function* adjustmentLines(
  _core: Core,
  tx: Tx,
  period: Period | null,
): AsyncGenerator<string> {
  const ofPeriod =
    period === null ? sql`true` : sql`posted_at >= ${period.start} and posted_at < ${period.end}`
  yield csvLine(COLUMNS)
  const rows = sql<Row>`
    select id, partner_id, account, currency, amount::text as amount, kind, record_id, dispute_id, posted_at,
      reason
    from adjustments where ${ofPeriod} order by id`
  yield* readLines(tx, rows, (row) => {
    const { id, partnerId, account, currency, kind, recordId, disputeId, postedAt } = row
    const amount = coinText(BigInt(row.amount), currency)
    const what = [id, partnerId, account, amount, kind, recordId ?? '']
    return csvLine([...what, disputeId ?? '', postedAt, textCell(row.reason)])
  })
}
