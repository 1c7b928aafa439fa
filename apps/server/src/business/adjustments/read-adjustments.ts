import type {
  Adjustment,
  CallInput,
  CallReply,
  getAdjustments,
  getHolds,
  Hold,
} from '@partner-office/contracts'
import { type AccountCurrency, Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { idCursor, partOf } from '../../db/page.ts'
import { coinText } from '../bonuses/bonus-texts.ts'
import { needsSecondForRelease, releaseLimits } from './holds.ts'

const PAGE = 50

type InUnits<Row> = Omit<Row, 'currency'> & { readonly currency: AccountCurrency }

const withCoins = <Row extends { readonly currency: AccountCurrency; readonly amount: string }>(
  row: Row,
): Row => ({ ...row, amount: coinText(BigInt(row.amount), row.currency) })

/** Adjustments that meet a condition on `a`, the newest first, with the operators who agreed to them. */
const adjustmentsWhere = (condition: RawBuilder<unknown>) => sql<InUnits<Adjustment>>`
  select a.id, a.proposal_id, a.transfer_id, a.partner_id, concat_ws(' ', p.first_name, p.last_name) as partner_name,
    a.account, a.currency, a.amount::text as amount, a.kind, a.reason, a.internal_reason, a.record_id, a.order_id,
    a.rank_id, a.takes_back, u.id as taken_back_by, a.hold_id, a.dispute_id, a.posted_at, encode(t.hash, 'hex') as hash,
    proposer.email as proposer, approver.email as approver
  from adjustments a join partners p on p.id = a.partner_id join transfers t on t.id = a.transfer_id
    join console.proposals c on c.id = a.proposal_id join console.operators proposer on proposer.id = c.proposer_id
    join console.operators approver on approver.id = c.decided_by
    left join adjustments u on u.takes_back = a.id
  where ${condition} order by a.id desc limit ${PAGE + 1}`

/** A page of adjustments, the newest first. */
export async function listAdjustments(
  db: Db,
  { partnerId, account, kind, cursor }: CallInput<typeof getAdjustments>['query'],
): Promise<CallReply<typeof getAdjustments>> {
  const conditions = [
    sql`true`,
    ...(partnerId === undefined ? [] : [sql`a.partner_id = ${partnerId}`]),
    ...(account === undefined ? [] : [sql`a.account = ${account}`]),
    ...(kind === undefined ? [] : [sql`a.kind = ${kind}`]),
    ...(cursor === undefined ? [] : [sql`a.id < ${cursor}`]),
  ]
  const { rows } = await adjustmentsWhere(sql.join(conditions, sql` and `)).execute(db)
  return partOf(rows.map(withCoins), PAGE, idCursor)
}

/** One adjustment. Refuses: `not_found`. */
export async function readAdjustment(db: Db, id: number): Promise<Adjustment> {
  const { rows } = await adjustmentsWhere(sql`a.id = ${id}`).execute(db)
  if (rows[0] === undefined) throw new Refusal('not_found')
  return withCoins(rows[0])
}

type HoldRow = InUnits<Omit<Hold, 'needsSecond'>>

const holdsWhere = (condition: RawBuilder<unknown>, now: number) => sql<HoldRow>`
  select h.id, h.partner_id, concat_ws(' ', p.first_name, p.last_name) as partner_name, h.account, h.currency,
    h.amount::text as amount, h.record_id, h.reason, h.internal_reason, placed.email as placed_by, h.placed_at, h.until,
    case when h.ended_as is not null then h.ended_as when h.until <= ${now} then 'LAPSED' else 'OPEN' end as state,
    h.ended_at, ended.email as ended_by, h.version
  from holds h join partners p on p.id = h.partner_id join console.operators placed on placed.id = h.placed_by
    left join console.operators ended on ended.id = h.ended_by
  where ${condition} order by h.id desc limit ${PAGE + 1}`

/** A page of holds, the newest first. */
export async function listHolds(
  db: Db,
  { partnerId, state, cursor }: CallInput<typeof getHolds>['query'],
  now: number,
): Promise<CallReply<typeof getHolds>> {
  const conditions = [
    state === 'all' ? sql`true` : sql`h.ended_at is null and coalesce(h.until > ${now}, true)`,
    ...(partnerId === undefined ? [] : [sql`h.partner_id = ${partnerId}`]),
    ...(cursor === undefined ? [] : [sql`h.id < ${cursor}`]),
  ]
  const { rows } = await holdsWhere(sql.join(conditions, sql` and `), now).execute(db)
  return partOf(await withNeeds(db, rows), PAGE, idCursor)
}

/** One hold. Refuses: `not_found`. */
export async function readHold(db: Db, id: number, now: number): Promise<Hold> {
  const { rows } = await holdsWhere(sql`h.id = ${id}`, now).execute(db)
  const [hold] = await withNeeds(db, rows)
  if (hold === undefined) throw new Refusal('not_found')
  return hold
}

async function withNeeds(db: Db, rows: readonly HoldRow[]): Promise<Hold[]> {
  const { rates, limit } = await releaseLimits(db)
  return rows.map((row) => {
    const { currency, amount } = row
    const needsSecond = needsSecondForRelease(rates, limit, { currency, amount: BigInt(amount) })
    return { ...withCoins(row), needsSecond }
  })
}
