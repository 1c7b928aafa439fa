import { ADJUSTMENT } from '@partner-office/domain'
import { sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Db } from '../../db/database.ts'
import type { Movement } from './read-movements.ts'
import type { StatementWords } from './statement-words.ts'

/** What an adjustment says of itself for ever. */
export type BookedAdjustment = {
  readonly id: number
  readonly reason: string
  readonly recordId: number | null
  readonly orderId: number | null
  readonly takesBack: number | null
}

/** The adjustments among movements, by their transfers. */
export async function readBookedAdjustments(
  db: Db,
  movements: readonly Movement[],
): Promise<ReadonlyMap<number, BookedAdjustment>> {
  const ids = movements
    .filter(({ kind }) => kind === ADJUSTMENT)
    .map(({ transferId }) => transferId)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<BookedAdjustment & { readonly transferId: number }>`
    select id, transfer_id, reason, record_id, order_id, takes_back from adjustments
    where transfer_id = any(${column(ids)}::bigint[])`.execute(db)
  return new Map(rows.map(({ transferId, ...row }) => [transferId, row]))
}

/** An adjustment in words: its number, what it is about, and its reason as operators have written it. */
export function adjustmentText(
  words: StatementWords,
  { id, reason, recordId, orderId, takesBack }: BookedAdjustment,
): string {
  if (takesBack !== null)
    return words.say('entry.adjustmentTakenBack', { id, other: takesBack, reason })
  if (orderId !== null) return words.say('entry.adjustmentForOrder', { id, order: orderId, reason })
  if (recordId !== null) {
    return words.say('entry.adjustmentForRecord', { id, record: recordId, reason })
  }
  return words.say('entry.adjustment', { id, reason })
}
