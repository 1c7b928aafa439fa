import type {
  CallInput,
  CallReply,
  getConsoleDisputes,
  getDisputeFigures,
  ListedDispute,
} from '@partner-office/contracts'
import { type AccountCurrency, type BonusType, type DisputeKind } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { coinText } from '../bonuses/bonus-texts.ts'
import { THING, thingOf } from './read-disputes.ts'

const PAGE = 50

/** What is left until the deadline of `d`; it stands still while the partner is asked. */
const leftAt = (now: number): RawBuilder<unknown> =>
  sql`case when d.ended_at is null then d.due_at - coalesce(d.asked_at, ${now}::bigint) end`

/** Disputes `d` that are open and past their deadline. Source: requirements DSP-008. */
export const isLate = (now: number): RawBuilder<unknown> =>
  sql`(d.ended_at is null and ${leftAt(now)} < 0)`

const MONTH = sql`to_char(to_timestamp(d.opened_at / 1000.0) at time zone 'UTC', 'YYYY-MM')`
const IS_ANSWERED = sql`d.state in ('ANSWERED', 'CORRECTED')`
const IS_IN_TIME = sql`(${IS_ANSWERED} and d.ended_at <= d.due_at)`

type Filter = Omit<CallInput<typeof getConsoleDisputes>['query'], 'cursor'>

function conditionOf({ state, kind, bonusType, month, partnerId }: Filter, now: number) {
  const conditions = [
    ofState(state, now),
    ...(kind === undefined ? [] : [sql`d.kind = ${kind}`]),
    ...(bonusType === undefined ? [] : [sql`d.bonus_type = ${bonusType}`]),
    ...(month === undefined ? [] : [sql`${MONTH} = ${month}`]),
    ...(partnerId === undefined ? [] : [sql`d.partner_id = ${partnerId}`]),
  ]
  return sql.join(conditions, sql` and `)
}

function ofState(state: Filter['state'], now: number): RawBuilder<unknown> {
  switch (state) {
    case undefined:
      return sql`true`
    case 'open':
      return sql`d.ended_at is null`
    case 'late':
      return isLate(now)
    case 'answered':
      return IS_ANSWERED
    case 'inTime':
      return IS_IN_TIME
    default:
      return sql`d.state = ${state}`
  }
}

type Row = Omit<ListedDispute, 'thing' | 'takenBy'> &
  Parameters<typeof thingOf>[0] & {
    readonly takenBy: number | null
    readonly takenByEmail: string | null
  }

/** Disputes that meet a condition: the open ones by what is left, then the ended ones, the newest first. */
export const listedWhere = (meant: RawBuilder<unknown>, now: number): RawBuilder<Row> => sql`
  select d.id, d.partner_id, concat_ws(' ', p.first_name, p.last_name) as partner_name, p.ui_language as language,
    ${THING}, d.state, d.opened_at, d.due_at, ${leftAt(now)} as "left", d.ended_at,
    d.reopened_at is not null as is_reopened, d.taken_by, o.email as taken_by_email, d.version
  from console.disputes d join partners p on p.id = d.partner_id left join console.operators o on o.id = d.taken_by
  where ${meant} order by ${leftAt(now)} nulls last, d.id desc`

/** A listed dispute on the wire. */
export const listedOf = (row: Row): ListedDispute => ({
  id: row.id,
  partnerId: row.partnerId,
  partnerName: row.partnerName,
  language: row.language,
  thing: thingOf(row),
  state: row.state,
  openedAt: row.openedAt,
  dueAt: row.dueAt,
  left: row.left,
  endedAt: row.endedAt,
  isReopened: row.isReopened,
  takenBy: row.takenBy === null ? null : { id: row.takenBy, email: row.takenByEmail! },
  version: row.version,
})

/** A page of the operators' list. Source: requirements DSP-008. */
export async function listDisputes(
  db: Db,
  { cursor = 0, ...filter }: CallInput<typeof getConsoleDisputes>['query'],
  now: number,
): Promise<CallReply<typeof getConsoleDisputes>> {
  const meant = conditionOf(filter, now)
  const { rows } = await sql<Row>`
    ${listedWhere(meant, now)} limit ${PAGE + 1} offset ${cursor}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from console.disputes d where ${meant}`.execute(db)
  const content = rows.slice(0, PAGE).map(listedOf)
  const next = rows.length > PAGE ? { next: String(cursor + PAGE) } : {}
  return { content, total: counted[0]!.count, ...next }
}

type FigureRow = {
  readonly month: string
  readonly kind: DisputeKind
  readonly bonusType: BonusType | null
  readonly opened: number
  readonly answered: number
  readonly inTime: number
  readonly corrected: number
  readonly sums: readonly { readonly currency: AccountCurrency; readonly units: string }[]
}

/** Figures by month of opening and by what disputes are about, the newest month first. Source: requirements DSP-013. */
export async function readDisputeFigures(db: Db): Promise<CallReply<typeof getDisputeFigures>> {
  const { rows } = await sql<FigureRow>`
    with counted as (
      select ${MONTH} as month, d.kind, d.bonus_type, count(*) as opened,
        count(*) filter (where ${IS_ANSWERED}) as answered, count(*) filter (where ${IS_IN_TIME}) as in_time,
        count(*) filter (where d.state = 'CORRECTED') as corrected, array_agg(d.id) as ids
      from console.disputes d group by 1, 2, 3)
    select c.month, c.kind, c.bonus_type, c.opened, c.answered, c.in_time, c.corrected,
      coalesce((select jsonb_agg(jsonb_build_object('currency', s.currency, 'units', s.units) order by s.currency) from (
        select a.currency, sum(a.amount)::text as units from adjustments a where a.dispute_id = any(c.ids)
        group by a.currency) s), '[]') as sums
    from counted c order by c.month desc, c.kind, c.bonus_type`.execute(db)
  const content = rows.map(({ sums, ...row }) => ({
    ...row,
    sums: sums.map(({ currency, units }) => ({
      currency,
      amount: coinText(BigInt(units), currency),
    })),
  }))
  return { content }
}
