import {
  coinUnits,
  type CreditedSoFar,
  lateCorrections,
  type MonthClose,
  monthEnd,
  parseMonth,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import type { Closing } from './closing.ts'
import {
  derivationNumbers,
  type PeriodCredit,
  type RecordSlice,
  recordSlices,
} from './period-credit.ts'

/**
 * What a closing credits to an earlier month for late orders, slice by slice of the month computed again.
 *
 * Source: decisions C11.12.
 */
export async function* correctionSlices(
  db: Db,
  closing: Closing,
  again: MonthClose,
): AsyncGenerator<{ readonly slice: RecordSlice; readonly credits: PeriodCredit[] }> {
  for (const slice of recordSlices(again)) {
    yield { slice, credits: await correctionsOf(db, closing, again, slice) }
  }
}

async function correctionsOf(
  db: Db,
  closing: Closing,
  again: MonthClose,
  { from, to }: RecordSlice,
): Promise<PeriodCredit[]> {
  const recomputed = [...again.records(from, to)]
  const credited = await creditedSoFar(db, closing, {
    period: again.basis.period,
    firstId: recomputed[0]!.partnerId,
    lastId: recomputed.at(-1)!.partnerId,
  })
  const numbers = derivationNumbers(again)
  const paidAt = monthEnd(parseMonth(closing.period)!)
  return Array.from(lateCorrections({ recomputed, credited, paidAt }), (record) => {
    const { creditedBefore } = record
    return { record, derivation: numbers.get(record.derivation)!, creditedBefore }
  })
}

type Row = Omit<CreditedSoFar, 'units'> & { readonly amount: string }

/**
 * What earlier closings credited for a month, as of the facts of this closing. Reversals of orders that were cancelled
 * after those facts do not count yet.
 */
async function creditedSoFar(
  db: Db,
  { id, upToFact }: Closing,
  { period, firstId, lastId }: { period: string; firstId: number; lastId: number },
): Promise<CreditedSoFar[]> {
  const { rows } = await sql<Row>`
    select b.partner_id, b.type, coalesce(b.order_id, 0) as order_id, b.level, b.currency, b.pool,
      b.turbo_window as "window", b.amount
    from bonus_records b
      left join cancellations c on b.reverses_id is not null and c.order_id = b.order_id
    where b.period = ${period} and b.partner_id between ${firstId} and ${lastId} and b.closing_id < ${id}
      and (c.fact is null or c.fact <= ${upToFact})
    order by b.partner_id`.execute(db)
  return rows.map(({ amount, ...key }) => ({ ...key, units: coinUnits(BigInt(amount)) }))
}
