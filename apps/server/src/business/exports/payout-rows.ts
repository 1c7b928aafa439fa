import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { readLines } from '../../db/read-cursor.ts'
import { type ListedPayout, withDecimals } from '../payouts/read/list-payouts.ts'
import { csvLine, textCell } from './csv.ts'
import type { Period } from './period.ts'

const COLUMNS = [
  'id',
  'partnerId',
  'createdAt',
  'from',
  'to',
  'address',
  'amount',
  'fee',
  'receive',
  'status',
  'txId',
]

/** The lines of the payouts file, by id. Source: operations.md section 5. */
export async function* payoutLines(
  _core: Core,
  tx: Tx,
  period: Period | null,
): AsyncGenerator<string> {
  const ofPeriod =
    period === null ? sql`true` : sql`created_at >= ${period.start} and created_at < ${period.end}`
  yield csvLine(COLUMNS)
  const rows = sql<ListedPayout>`select * from payouts where ${ofPeriod} order by id`
  yield* readLines(tx, rows, (row) => csvLine(cellsOf(withDecimals(row))))
}

function cellsOf(payout: ListedPayout): (string | number)[] {
  const { id, partnerId, createdAt, payoutFrom, payoutTo, amount, fee, receive, status } = payout
  const address = textCell(payout.address)
  const txId = textCell(payout.txId ?? '')
  return [
    id,
    partnerId,
    createdAt,
    payoutFrom,
    payoutTo,
    address,
    amount,
    fee,
    receive,
    status,
    txId,
  ]
}
