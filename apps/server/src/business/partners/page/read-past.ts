import {
  type CallReply,
  type getPartnerPast,
  PAST_KINDS,
  type PastKind,
} from '@partner-office/contracts'
import { type AccountCurrency, DAY_MS, Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import { partOf } from '../../../db/page.ts'
import { signInChanges } from '../../../passport/accounts/security-state.ts'
import { coinText } from '../../bonuses/bonus-texts.ts'

const PAGE = 50

/** Entries have a place by instant, then by kind, then by their key among those of a kind. */
type Place = { readonly at: number; readonly kind: PastKind; readonly key: number }

type Row = Place & {
  readonly number: number
  readonly state: string
  readonly amounts: readonly { readonly units: string; readonly currency: AccountCurrency }[]
}

type Asked = { readonly kind: PastKind | undefined; readonly cursor: string | undefined }

/** Reads what happened to a partner from every source, the last first. Refuses: `not_found`. Source: requirements PTR-019. */
export async function readPast(
  core: Core,
  partnerId: number,
  { kind, cursor }: Asked,
): Promise<CallReply<typeof getPartnerPast>> {
  const { read } = core.database
  const after = placeOf(cursor)
  const kinds = kind === undefined ? PAST_KINDS : [kind]
  const parts = kinds.map((each) => sql`(${part(each, partnerId, after)})`)
  const { rows } = await sql<Row>`
    select e.* from partners p left join (
      select * from (${sql.join(parts, sql` union all `)}) all_parts
      order by at desc, place, key desc limit ${PAGE + 1}) e on true
    where p.id = ${partnerId} order by e.at desc, e.place, e.key desc`.execute(read)
  if (rows.length === 0) throw new Refusal('not_found')
  const codes = await rankCodes(core, rows)
  const { content, ...more } = partOf(
    rows.filter(({ at }) => at !== null),
    PAGE,
    ({ at, kind: last, key }) => `${at}-${last}-${key}`,
  )
  return { ...more, content: content.map((row) => entryOf(row, codes)) }
}

function placeOf(cursor: string | undefined): Place | null {
  const [, at, kind, key] = /^(\d+)-([A-Z_]+)-(\d+)$/.exec(cursor ?? '') ?? []
  if (at === undefined) return null
  if (!isKind(kind!)) throw new Refusal('validation_error', { field: 'cursor' })
  return { at: Number(at), kind, key: Number(key) }
}

const isKind = (name: string): name is PastKind => (PAST_KINDS as readonly string[]).includes(name)

const entryOf = (
  { kind, at, number, state, amounts }: Row,
  codes: ReadonlyMap<string, string>,
) => ({
  kind,
  at,
  number,
  state: codes.get(state) ?? state,
  amounts: amounts.map(({ units, currency }) => ({
    amount: coinText(BigInt(units), currency),
    currency,
  })),
})

/** The codes of ranks by what their rows have as state: the id, and the version of the plan. */
async function rankCodes(core: Core, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const states = new Set(rows.filter(({ kind }) => kind === 'RANK').map(({ state }) => state))
  const codes = [...states].map(async (state) => {
    const [id, version] = state.split(' ').map(Number)
    const { plan } = await core.plans.numbered(core.database.read, version!)
    return [state, plan.ranks.find((rank) => rank.id === id)!.code] as const
  })
  return new Map(await Promise.all(codes))
}

/** The entries of one kind behind a place, at most one more than a page. */
function part(kind: PastKind, partnerId: number, after: Place | null): RawBuilder<unknown> {
  const place = PAST_KINDS.indexOf(kind)
  const source =
    kind === 'CREDITS' ? creditsOf(partnerId, lastDay(place, after)) : SOURCES[kind](partnerId)
  return sql`
    select ${kind}::text as kind, ${place}::integer as place, at, key, number, state, amounts from (${source}) s
    where ${isBehind(place, after)} order by at desc, key desc limit ${PAGE + 1}`
}

function isBehind(place: number, after: Place | null): RawBuilder<boolean> {
  if (after === null) return sql`true`
  const from = PAST_KINDS.indexOf(after.kind)
  if (place === from) return sql`(at, key) < (${after.at}::bigint, ${after.key}::bigint)`
  return place < from ? sql`at < ${after.at}::bigint` : sql`at <= ${after.at}::bigint`
}

/** Credits of a day stand at its end: the days that come behind a place end before this one. Units: days since 1970. */
function lastDay(place: number, after: Place | null): number {
  if (after === null) return Number.MAX_SAFE_INTEGER / DAY_MS
  const isAfterKind = place > PAST_KINDS.indexOf(after.kind)
  return Math.floor((after.at + (isAfterKind ? 1 : 0)) / DAY_MS)
}

/** The days with credits are found one by one, by the index of a partner's records: no page reads all records. */
const creditsOf = (partnerId: number, before: number): RawBuilder<unknown> => sql`
  with recursive days as (
    select (select max(paid_at) / ${sql.lit(DAY_MS)} from bonus_records
      where partner_id = ${partnerId} and paid_at < ${Math.floor(before * DAY_MS)}::bigint) as day, 1 as n
    union all
    select (select max(paid_at) / ${sql.lit(DAY_MS)} from bonus_records
      where partner_id = ${partnerId} and paid_at < d.day * ${sql.lit(DAY_MS)}), n + 1
    from days d where d.day is not null and n <= ${PAGE})
  select (day + 1) * ${sql.lit(DAY_MS)} - 1 as at, day as key, 0 as number, '' as state, (
    select jsonb_agg(jsonb_build_object('units', units::text, 'currency', currency) order by currency) from (
      select currency, sum(amount) as units from bonus_records
      where partner_id = ${partnerId} and paid_at >= day * ${sql.lit(DAY_MS)} and paid_at < (day + 1) * ${sql.lit(DAY_MS)}
      group by currency) c) as amounts
  from days where day is not null`

const NO_AMOUNTS = sql`'[]'::jsonb`
const amountOf = (units: RawBuilder<unknown>, currency: RawBuilder<unknown>) =>
  sql`jsonb_build_array(jsonb_build_object('units', (${units})::text, 'currency', ${currency}))`
const CENTS = amountOf(sql`o.amount_cents`, sql`o.currency`)
const CENTS_BACK = amountOf(sql`-o.amount_cents`, sql`o.currency`)
const COINS = amountOf(sql`amount`, sql`currency`)

type Source = (partnerId: number) => RawBuilder<unknown>

const SOURCES: Readonly<Record<Exclude<PastKind, 'CREDITS'>, Source>> = {
  REGISTRATION: (id) => sql`
    select registered_at as at, id as key, 0 as number, '' as state, ${NO_AMOUNTS} as amounts
    from partners where id = ${id}`,
  ORDER: (id) => sql`
    select o.paid_at as at, o.id as key, o.id as number, '' as state, ${CENTS} as amounts
    from orders o where o.partner_id = ${id}`,
  CANCELLATION: (id) => sql`
    select c.cancelled_at as at, o.id as key, o.id as number, '' as state, ${CENTS_BACK} as amounts
    from orders o join cancellations c on c.order_id = o.id where o.partner_id = ${id}`,
  RANK: (id) => sql`
    select reached_at as at, rank_id as key, order_id as number, rank_id || ' ' || plan_version as state, ${NO_AMOUNTS} as amounts
    from rank_reaches where partner_id = ${id} and ladder = 'ordinary'`,
  PAYOUT: (id) => sql`
    select created_at as at, id as key, id as number, 'PENDING' as state, ${COINS} as amounts
    from payouts where partner_id = ${id}`,
  PAYOUT_END: (id) => sql`
    select ended_at as at, id as key, id as number, status as state, ${COINS} as amounts
    from payouts where partner_id = ${id} and ended_at is not null`,
  BLOCK: (id) => sql`
    select changed_at as at, fact as key, 0 as number, case when blocked then 'BLOCKED' else 'UNBLOCKED' end as state,
      ${NO_AMOUNTS} as amounts
    from partner_blocks where partner_id = ${id}`,
  DOCUMENT: (id) => sql`
    select updated_at as at, id as key, id as number, status as state, ${NO_AMOUNTS} as amounts
    from passport.verifications where user_id = ${id}`,
  TICKET: (id) => sql`
    select t.created_at as at, t.id as key, t.id as number, d.state, ${NO_AMOUNTS} as amounts
    from tickets t join console.ticket_desks d on d.ticket_id = t.id where t.partner_id = ${id}`,
  DISPUTE: (id) => sql`
    select opened_at as at, id as key, id as number, state, ${NO_AMOUNTS} as amounts
    from console.disputes where partner_id = ${id}`,
  ADJUSTMENT: (id) => sql`
    select posted_at as at, id as key, id as number, kind as state, ${COINS} as amounts
    from adjustments where partner_id = ${id}`,
  SIGN_IN: signInChanges,
}
