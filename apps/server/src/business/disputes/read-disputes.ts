import type { CallInput, CallReply, Dispute, getDisputes } from '@partner-office/contracts'
import {
  type AccountCurrency,
  DISPUTE_REOPEN_MS,
  disputeAfter,
  isOpenDispute,
  parseMonth,
  Refusal,
} from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { coinText } from '../bonuses/bonus-texts.ts'

type Thing = Dispute['thing']
type Row = Omit<Thing, 'month'> &
  Pick<Dispute, 'id' | 'state' | 'openedAt' | 'endedAt' | 'entries'> & {
    readonly month: string | null
    readonly dueAt: number
    readonly reopenedAt: number | null
    readonly corrections: readonly {
      readonly adjustmentId: number
      readonly amount: string
      readonly currency: AccountCurrency
    }[]
  }

/** The columns that say what a dispute `d` is about. */
export const THING = sql`d.kind, d.record_id, d.order_id, d.month, d.bonus_type, d.rank_id, d.rang, d.adjustment_id`

/** What a dispute is about, on the wire. */
export const thingOf = ({
  kind,
  recordId,
  orderId,
  month,
  bonusType,
  rankId,
  rang,
  adjustmentId,
}: Omit<Thing, 'month'> & { readonly month: string | null }): Thing => ({
  kind,
  recordId,
  orderId,
  month: month === null ? null : parseMonth(month),
  bonusType,
  rankId,
  rang,
  adjustmentId,
})

/** What partners read: of operators only what is meant for them, and no name. Source: D-171; requirements DSP-012. */
const rowsWhere = (meant: RawBuilder<unknown>): RawBuilder<Row> => sql`
  select d.id, ${THING}, d.state, d.opened_at, d.due_at, d.ended_at, d.reopened_at,
    (select jsonb_agg(jsonb_build_object('at', e.at, 'kind', e.kind, 'text', e.text,
        'from', case when e.operator_id is null then 'partner' else 'support' end) order by e.id)
      from console.dispute_entries e where e.dispute_id = d.id and e.kind not in ('note', 'taken')) as entries,
    (select coalesce(jsonb_agg(jsonb_build_object('adjustmentId', a.id, 'amount', a.amount::text, 'currency', a.currency)
        order by a.id), '[]') from adjustments a where a.dispute_id = d.id) as corrections
  from console.disputes d where ${meant} order by d.id desc`

/** A page of a partner's disputes, the newest first. Source: requirements DSP-010. */
export async function readDisputes(
  { database: { read }, clock }: Core,
  partnerId: number,
  { page, size, state }: CallInput<typeof getDisputes>['query'],
): Promise<CallReply<typeof getDisputes>> {
  const ofState = state === undefined ? sql`true` : sql`d.state = ${state}`
  const meant = sql`d.partner_id = ${partnerId} and ${ofState}`
  const { rows } = await sql<Row>`
    ${rowsWhere(meant)} limit ${size} offset ${page * size}`.execute(read)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from console.disputes d where ${meant}`.execute(read)
  return {
    content: rows.map((row) => onWire(row, clock())),
    number: page,
    totalPages: Math.ceil(counted[0]!.count / size),
  }
}

/** One dispute of a partner. Refuses: `not_found`. */
export async function readDispute(
  db: Db,
  { id, partnerId, now }: { readonly id: number; readonly partnerId: number; readonly now: number },
): Promise<Dispute> {
  const meant = sql`d.id = ${id} and d.partner_id = ${partnerId}`
  const { rows } = await rowsWhere(meant).execute(db)
  if (rows[0] === undefined) throw new Refusal('not_found')
  return onWire(rows[0], now)
}

function onWire(row: Row, now: number): Dispute {
  const { id, state, openedAt, dueAt, endedAt, entries, corrections } = row
  return {
    id,
    thing: thingOf(row),
    state,
    openedAt,
    dueAt: state === 'OPEN' ? dueAt : null,
    endedAt,
    entries,
    corrections: corrections.map(({ amount, ...each }) => ({
      ...each,
      amount: coinText(BigInt(amount), each.currency),
    })),
    acts: actsOf(row, now),
  }
}

function actsOf({ state, endedAt, reopenedAt }: Row, now: number): Dispute['acts'] {
  if (state === 'QUESTION') return ['reply', 'withdraw']
  if (isOpenDispute(state)) return ['withdraw']
  const isInTime = endedAt !== null && now <= endedAt + DISPUTE_REOPEN_MS
  const mayReopen = disputeAfter(state, 'reopen') !== null && reopenedAt === null && isInTime
  return mayReopen ? ['reopen'] : []
}
