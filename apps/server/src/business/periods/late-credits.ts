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
import { derivationNumbers, type PeriodCredit } from './period-credit.ts'

/**
 * What an earlier month owes more by late orders, for some of the records it comes to now.
 *
 * Source: decisions C11.12.
 */
export async function correctionsOf(
  db: Db,
  closing: Closing,
  again: MonthClose,
  { from, to }: { readonly from: number; readonly to: number },
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
 * What was credited for a month before a closing, as it was known when that was begun: orders cancelled since are
 * reversed at its end, and what they were credited still counts here.
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
