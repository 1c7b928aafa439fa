import type {
  DifferenceFilter,
  DifferenceResult,
  LargestChange,
  RankChange,
} from '@partner-office/contracts'
import type { AccountCurrency, BonusType } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../../db/database.ts'
import {
  amountsOf,
  coinsText,
  eurSides,
  exactEur,
  type SideSums,
  sidesOf,
  SUMS,
  totalsByMonth,
} from './difference-amounts.ts'
import type { DifferenceDocument } from './finished-difference.ts'

const LARGEST = 10

type Asked = { readonly id: number; readonly filter: DifferenceFilter }

/** The result of a difference for some filters; null until it has run to its end. Source: requirements PLN-010, PLN-012 to PLN-014. */
export async function readResult(
  db: Db,
  id: number,
  filter: DifferenceFilter,
): Promise<DifferenceResult | null> {
  const stored = await db
    .selectFrom('console.planDifferenceResults')
    .select(['at', 'document'])
    .where('differenceId', '=', id)
    .executeTakeFirst()
  if (stored === undefined) return null
  const asked = { id, filter }
  const totals = await totalsByMonth(db, id, filter)
  const { replaced } = stored.document as DifferenceDocument
  return {
    at: stored.at,
    ...(await countsOf(db, asked)),
    totals,
    ranks: await rankChanges(db, asked),
    gains: await largest(db, asked, 1),
    losses: await largest(db, asked, -1),
    replaced: [...replaced],
    choices: await choicesOf(db, id),
  }
}

async function countsOf(db: Db, { id, filter }: Asked) {
  const { rows } = await sql<{
    records: number
    partners: number
    credited: number
    realEur: string
    draftEur: string
  }>`
    select coalesce(sum(records) filter (where is_changed), 0)::integer as records,
      count(distinct partner_id) filter (where is_changed)::integer as partners,
      count(distinct partner_id)::integer as credited, coalesce(sum(real_eur), 0)::text as real_eur,
      coalesce(sum(draft_eur), 0)::text as draft_eur
    from console.plan_difference_amounts where ${amountsOf(id, filter)}`.execute(db)
  const { realEur, draftEur, ...counts } = rows[0]!
  return {
    ...counts,
    realEur: exactEur(realEur),
    draftEur: exactEur(draftEur),
    differenceEur: exactEur(BigInt(draftEur) - BigInt(realEur)),
  }
}

type ChangeRow = Omit<RankChange, 'coins'>

/** What each partner gets more in the months in which the partner held a rank; `sign` looks at coins where EUR is equal. */
const changesOf = ({ id, filter }: Asked): RawBuilder<unknown> => sql`
  select rank, eur, case when eur <> 0 then sign(eur) else sign(coins) end as sign from (
    select partner_id, rank, coalesce(sum(draft_eur - real_eur), 0) as eur,
      coalesce(sum(draft - "real") filter (where real_eur is null), 0) as coins
    from console.plan_difference_amounts where ${amountsOf(id, filter)} group by partner_id, rank) each`

async function rankChanges(db: Db, asked: Asked): Promise<RankChange[]> {
  const { rows } = await sql<ChangeRow>`
    select rank, count(*) filter (where sign > 0)::integer as more, count(*) filter (where sign < 0)::integer as less,
      count(*) filter (where sign = 0)::integer as same,
      coalesce(sum(eur) filter (where eur > 0), 0)::text as gain_eur,
      coalesce(sum(eur) filter (where eur < 0), 0)::text as loss_eur, sum(eur)::text as difference_eur,
      percentile_disc(0.5) within group (order by eur)::text as median_eur
    from (${changesOf(asked)}) changes group by rank order by rank collate "C"`.execute(db)
  const coins = await coinChanges(db, asked)
  return rows.map(({ gainEur, lossEur, differenceEur, medianEur, ...row }) => ({
    ...row,
    gainEur: exactEur(gainEur),
    lossEur: exactEur(lossEur),
    differenceEur: exactEur(differenceEur),
    medianEur: exactEur(medianEur),
    coins: coins.filter(({ rank }) => rank === row.rank).map(({ rank: _rank, ...each }) => each),
  }))
}

async function coinChanges(db: Db, { id, filter }: Asked) {
  const { rows } = await sql<{ rank: string; currency: AccountCurrency; units: string }>`
    select rank, currency, sum(draft - "real")::text as units
    from console.plan_difference_amounts where ${amountsOf(id, filter)}
    group by rank, currency order by rank collate "C", currency collate "C"`.execute(db)
  return rows.map(({ rank, currency, units }) => ({
    rank,
    currency,
    difference: coinsText(units, currency),
  }))
}

type LargestRow = Pick<LargestChange, 'partnerId' | 'name' | 'rank' | 'country' | 'type'> &
  Pick<SideSums, 'realEur' | 'draftEur'>

/** The largest changes one way, by EUR, and by coins where no amount has a value in EUR; ties by partner and programme. */
async function largest(db: Db, { id, filter }: Asked, sign: 1 | -1) {
  const direction = sign > 0 ? sql`desc` : sql`asc`
  const { rows } = await sql<LargestRow>`
    with asked as (select * from console.plan_difference_amounts where ${amountsOf(id, filter)} and is_changed),
      whole as (select * from console.plan_difference_amounts where ${amountsOf(id, filter)}),
      found as (
        select partner_id, type,
          case when (select bool_and(real_eur is null) from whole) then sum(draft - "real")
            else sum(draft_eur - real_eur) end as change
        from asked group by partner_id, type),
      first as (
        select * from found where sign(change) = ${sign}
        order by change ${direction}, partner_id, type collate "C" limit ${LARGEST})
    select f.partner_id, f.type, trim(p.first_name || ' ' || p.last_name) as name, p.country_id as country,
      (array_agg(w.rank order by w.month desc))[1] as rank, sum(w.real_eur)::text as real_eur,
      sum(w.draft_eur)::text as draft_eur
    from first f join whole w using (partner_id, type) join partners p on p.id = f.partner_id
    group by f.partner_id, f.type, f.change, p.first_name, p.last_name, p.country_id
    order by f.change ${direction}, f.partner_id, f.type collate "C"`.execute(db)
  return withSides(db, { id, filter }, rows)
}

async function withSides(
  db: Db,
  { id, filter }: Asked,
  rows: readonly LargestRow[],
): Promise<LargestChange[]> {
  const partnerIds = rows.map(({ partnerId }) => partnerId)
  const { rows: sums } = await sql<
    SideSums & { readonly partnerId: number; readonly type: BonusType }
  >`
    select partner_id, type, currency, ${SUMS} from console.plan_difference_amounts
    where ${amountsOf(id, filter)} and partner_id = any(${partnerIds}::bigint[])
    group by partner_id, type, currency order by currency collate "C"`.execute(db)
  return rows.map(({ realEur, draftEur, ...row }) => ({
    ...row,
    ...eurSides({ realEur, draftEur }),
    sides: sums
      .filter(({ partnerId, type }) => partnerId === row.partnerId && type === row.type)
      .map(({ partnerId: _id, type: _type, ...each }) => sidesOf(each)),
  }))
}

async function choicesOf(db: Db, id: number): Promise<DifferenceResult['choices']> {
  const { rows } = await sql<{
    types: BonusType[] | null
    currencies: AccountCurrency[] | null
    ranks: string[] | null
    countries: string[] | null
  }>`
    select array_agg(distinct type) as types, array_agg(distinct currency) as currencies,
      array_agg(distinct rank) as ranks, array_agg(distinct country) as countries
    from console.plan_difference_amounts where ${amountsOf(id)}`.execute(db)
  const { types, currencies, ranks, countries } = rows[0]!
  return {
    types: types ?? [],
    currencies: currencies ?? [],
    ranks: ranks ?? [],
    countries: countries ?? [],
  }
}
