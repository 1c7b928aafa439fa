import type { Mark, PayoutMark, RiskMark } from '@partner-office/contracts'
import { type AccountCurrency, DAY_MS, similarAddress } from '@partner-office/domain'
import { sql } from 'kysely'

import { isOpenHold } from '../../business/adjustments/is-open-hold.ts'
import { coinText } from '../../business/bonuses/bonus-texts.ts'
import { readPayoutMarks } from '../../business/payouts/end/payout-marks.ts'
import type { Db } from '../../db/database.ts'
import { stopOf } from './stops.ts'

/** A payout above the partner's highest one of this time, so many times, is large. Source: requirements PQU-002. */
const COMPARED_MS = 365 * DAY_MS
const LARGE_TIMES = 5n

/** The console's name of what holds a payout back. */
const NAMES: Readonly<Partial<Record<PayoutMark, RiskMark>>> = {
  user_blocked: 'blocked',
  payouts_locked: 'stopped',
  user_not_verified: 'unverified_again',
}

type MarkedRow = {
  readonly id: number
  readonly address: string
  readonly currency: AccountCurrency
  readonly amount: string
  readonly risks: PayoutMark[]
  readonly lockedAt: number | null
  readonly stopReason: string | null
  readonly stopUntil: number | null
  readonly negative: string | null
  readonly held: string | null
  readonly sharedWith: number | null
  readonly isFirst: boolean
  readonly highest: string | null
  readonly earlier: readonly string[]
}

/**
 * Reads the marks of pending payouts, each with what its sentence names. A payout that is not pending has none.
 *
 * Source: requirements PQU-002; decisions C11.27, D-143.
 */
export async function readMarks(
  db: Db,
  payoutIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, Mark[]>> {
  if (payoutIds.length === 0) return new Map()
  const bars = await readPayoutMarks(db, payoutIds, now)
  const { rows } = await sql<MarkedRow>`
    select c.id, c.address, c.currency, c.amount, c.risks, g.locked_at, g.stop_reason, g.stop_until,
      (select a.name || ' ' || a.currency from accounts a where a.partner_id = c.partner_id and a.balance < 0
        and (a.name, a.currency) <> (c.payout_from, c.currency) order by a.id limit 1) as negative,
      (select sum(h.amount)::text from holds h where h.partner_id = c.partner_id and h.account = c.payout_from
        and h.currency = c.currency and ${isOpenHold('h', now)}) as held,
      (select o.partner_id from payouts o where o.address = c.address and o.partner_id <> c.partner_id
        and o.status = 'SUCCESS' order by o.id desc limit 1) as shared_with,
      not exists (select from payouts e where e.partner_id = c.partner_id and e.status = 'SUCCESS') as is_first,
      (select max(e.amount)::text from payouts e where e.partner_id = c.partner_id and e.currency = c.currency
        and e.status = 'SUCCESS' and e.created_at > c.created_at - ${COMPARED_MS}) as highest,
      case when 'similar_address' = any(c.risks) then array(select distinct e.address from payouts e
        where e.partner_id = c.partner_id and e.payout_to = c.payout_to and e.status <> 'REJECTED' and e.id < c.id)
        else '{}' end as earlier
    from payouts c left join payout_guards g on g.partner_id = c.partner_id
    where c.id = any(${[...payoutIds]}::bigint[]) and c.status = 'PENDING'`.execute(db)
  return new Map(rows.map((row) => [row.id, marksOf(row, bars.get(row.id) ?? [], now)]))
}

function marksOf(row: MarkedRow, bars: readonly PayoutMark[], now: number): Mark[] {
  const { currency, amount, highest, negative, held, sharedWith } = row
  const { reason, until } = stopOf(row, now) ?? {}
  const stop = { ...(reason && { reason }), ...(until && { until }) }
  const similar = { address: similarAddress(row.address, row.earlier) ?? '' }
  const known = [...row.risks, ...bars].map((mark) => {
    const name = NAMES[mark] ?? (mark as RiskMark)
    return { name, values: name === 'stopped' ? stop : mark === 'similar_address' ? similar : {} }
  })
  const isLarge = highest !== null && BigInt(amount) > BigInt(highest) * LARGE_TIMES
  const most = { highest: coinText(BigInt(highest ?? '0'), currency), currency }
  const found: readonly [boolean, RiskMark, Mark['values']][] = [
    [negative !== null, 'negative_other', { account: negative ?? '' }],
    [held !== null, 'hold', { held: coinText(BigInt(held ?? '0'), currency), currency }],
    [sharedWith !== null, 'shared_address', { partner: sharedWith ?? 0 }],
    [row.isFirst, 'first_payout', {}],
    [isLarge, 'large', most],
  ]
  return [...known, ...found.flatMap(([holds, name, values]) => (holds ? [{ name, values }] : []))]
}
