import { type AccountCurrency, type BonusType, monthEnd, parseMonth } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../../db/database.ts'
import { readCursor } from '../../../db/read-cursor.ts'
import type { Closing } from '../../months/closing.ts'
import { EUR_OF_RECORD } from '../../months/programme-sums.ts'
import { ownRecords } from '../../months/seal-closing.ts'

/** What a partner was credited. Units: the currency's smallest; 1e-8 EUR. `print` is that of `SideAmounts`. */
export type RealAmount = {
  readonly partnerId: number
  readonly type: BonusType
  readonly currency: AccountCurrency
  readonly units: string
  readonly eur: string | null
  readonly records: number
  readonly print: string
}

/** What a side is read from: a closing, and the last fact that counts for orders. */
export type RealSide = { readonly closing: Closing; readonly upToFact: number }

/**
 * Records that the close of a month has credited to it, and records of orders paid in it, without reversals and corrections.
 *
 * Source: decisions D-161.
 */
export function realRecords({ closing, upToFact }: RealSide): RawBuilder<unknown> {
  const start = parseMonth(closing.period)!
  const orders = sql`orders o`
  const paid = sql`o.paid_at >= ${start} and o.paid_at < ${monthEnd(start)} and o.fact <= ${upToFact}`
  const first = sql`b.closing_id is null and b.reverses_id is null`
  return sql`(
    select * from bonus_records where ${ownRecords(closing)}
    union all
    select b.* from ${orders} join bonus_records b on b.order_id = o.id where ${paid} and ${first}
    union all
    select b.* from ${orders} join rank_reaches r on r.order_id = o.id
      join bonus_records b on b.id = r.bonus_record_id
    where ${paid} and ${first}) b`
}

/** What each partner was credited in a month, by programme and currency. */
export const readRealAmounts = (tx: Tx, side: RealSide): AsyncGenerator<RealAmount> =>
  readCursor(
    tx,
    sql<RealAmount>`
      select partner_id, type, currency, sum(amount)::text as units, sum(${EUR_OF_RECORD})::text as eur,
        count(*) as records,
        sum(amount::numeric * (coalesce(order_id, 0)::numeric * 4096 + level + 1))::text as print
      from ${realRecords(side)} group by partner_id, type, currency`,
  )
