import {
  type AccountCurrency,
  type BonusType,
  type DisputeKind,
  monthEnd,
  parseMonth,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Db } from '../../db/database.ts'
import { coinText } from '../bonuses/bonus-texts.ts'
import type { StatementWords } from './statement-words.ts'
import type { StatementDispute } from './statement.ts'

/** A dispute as it ended in a month: opening it again later changes nothing of it. */
export type EndedDispute = Pick<StatementDispute, 'id' | 'endedAt' | 'result' | 'amounts'> & {
  readonly partnerId: number
  readonly kind: DisputeKind
  readonly recordId: number | null
  readonly orderId: number | null
  readonly month: string | null
  readonly bonusType: BonusType | null
  readonly rang: string | null
  readonly adjustmentId: number | null
}

type Row = Omit<EndedDispute, 'amounts'> & {
  readonly amounts: readonly { readonly currency: AccountCurrency; readonly units: string }[]
}

/** The disputes of partners that ended in a month, by partner, with what their corrections have posted. Source: requirements DSP-011. */
export async function readEndedDisputes(
  db: Db,
  period: string,
  partnerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly EndedDispute[]>> {
  const start = parseMonth(period)!
  const { rows } = await sql<Row>`
    select d.id, d.partner_id, d.kind, d.record_id, d.order_id, d.month, d.bonus_type, d.rang, d.adjustment_id,
      e.at as ended_at, e.state as result,
      coalesce((select jsonb_agg(jsonb_build_object('currency', s.currency, 'units', s.units) order by s.currency) from (
        select a.currency, sum(a.amount)::text as units from adjustments a
        where a.dispute_id = d.id and a.posted_at = e.at group by a.currency) s), '[]') as amounts
    from console.disputes d
      join lateral (values (d.state, d.ended_at), (d.earlier_state, d.earlier_ended_at)) e(state, at) on e.at is not null
    where d.partner_id = any(${column(partnerIds)}::bigint[]) and e.at >= ${start} and e.at < ${monthEnd(start)}
    order by e.at, d.id`.execute(db)
  const ended = rows.map(({ amounts, ...row }): EndedDispute => ({
    ...row,
    amounts: amounts.map(({ currency, units }) => ({
      currency,
      amount: coinText(BigInt(units), currency),
    })),
  }))
  return Map.groupBy(ended, ({ partnerId }) => partnerId)
}

/** A dispute in words: its number, what it was about, and how it ended. */
export function disputeOf(words: StatementWords, dispute: EndedDispute): StatementDispute {
  const { id, endedAt, result, amounts, bonusType, orderId, month, recordId, rang, adjustmentId } =
    dispute
  const parts = [
    words.say('dispute.number', { number: id }),
    ...(adjustmentId === null ? [] : [words.say('dispute.adjustment', { number: adjustmentId })]),
    ...(bonusType === null ? [] : [words.texts[`dispute.kind.${bonusType}`]]),
    ...(rang === null ? [] : [rang]),
    ...(orderId === null ? [] : [words.say('dispute.order', { number: orderId })]),
    ...(month === null ? [] : [words.month(month)]),
    ...(recordId === null ? [] : [words.say('dispute.record', { number: recordId })]),
    words.texts[`dispute.${result}`],
  ]
  return { id, endedAt, result, text: parts.join(' · '), amounts }
}
