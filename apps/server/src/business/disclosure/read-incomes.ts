import { INCOME_DECIMALS, monthEnd, parseMonth } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import type { Closing } from '../months/closing.ts'

/** What partners earned, a column each, by partner. Units: 1e-8 EUR; never 0. */
export type Incomes = { readonly partnerIds: Float64Array; readonly incomes: BigInt64Array }

const NOTHING: Incomes = { partnerIds: new Float64Array(), incomes: new BigInt64Array() }

/**
 * What counts in a month. Where it was closed after a later month, only what came before that one was closed: the rest stands
 * in the next month that is closed.
 */
type Counted = {
  readonly start: number
  readonly end: number
  /** Of what was paid or cancelled in the month. */
  readonly upToFact: number
  /** Facts after the closing of the latest earlier month, about that one or an older one. */
  readonly late: { readonly afterFact: number; readonly before: number }
  readonly closingIds: readonly number[]
  /** The months of their records, which an index finds. */
  readonly periods: readonly string[]
}

/**
 * The incomes of a closed month: what was credited in it, less what was reversed, as its statements have it. `closings` are
 * all closings up to that of the month.
 *
 * Rounding: what was credited at one rate is converted together, and cut toward zero at the eighth decimal of EUR. Coins
 * without a rate to EUR are no income.
 * Source: console.md section 8; statement-months.ts.
 */
export async function readIncomes(db: Db, closings: readonly Closing[]): Promise<Incomes> {
  const counted = countedIn(closings)
  const { rows } = await sql<{ partnerIds: string | null; incomes: string | null }>`
    with credited as (${creditedIn(counted)}),
      at_rates as (
        select partner_id, currency, rate, sum(amount) as amount from credited group by partner_id, currency, rate),
      earned as (
        select partner_id, sum(${EUR_UNITS}) as income from at_rates
        where currency = 'EUR' or rate is not null group by partner_id)
    select array_agg(partner_id order by partner_id)::text as partner_ids,
      array_agg(income::bigint order by partner_id)::text as incomes
    from earned where income <> 0`.execute(db)
  return readColumns(rows[0]!)
}

/** Reads the sums of stored months. */
export async function readStoredIncomes(db: Db, periods: readonly string[]): Promise<Incomes> {
  const { rows } = await sql<{ partnerIds: string | null; incomes: string | null }>`
    select array_agg(partner_id order by partner_id)::text as partner_ids,
      array_agg(income::bigint order by partner_id)::text as incomes
    from (
      select u.partner_id, sum(u.income) as income
      from disclosed_incomes d cross join unnest(d.partner_ids, d.incomes) as u(partner_id, income)
      where d.period = any(${periods}::text[]) group by u.partner_id) summed
    where income <> 0`.execute(db)
  return readColumns(rows[0]!)
}

function readColumns({
  partnerIds,
  incomes,
}: {
  partnerIds: string | null
  incomes: string | null
}): Incomes {
  if (partnerIds === null || incomes === null) return NOTHING
  return {
    partnerIds: Float64Array.from(listed(partnerIds), Number),
    incomes: BigInt64Array.from(listed(incomes), BigInt),
  }
}

/** The elements of an array of whole numbers. */
const listed = (text: string): string[] => text.slice(1, -1).split(',')

function countedIn(closings: readonly Closing[]): Counted {
  const { period } = closings.at(-1)!
  const start = parseMonth(period)!
  const first = closings.find((each) => each.period >= period)!
  const latest = closings
    .map((each) => each.period)
    .filter((each) => each < period)
    .toSorted()
    .at(-1)
  const from = closings.findIndex((each) => each.period === latest) + 1
  const isInOrder = first === closings.at(-1)
  const closed = isInOrder ? closings.slice(from) : []
  return {
    start,
    end: monthEnd(start),
    upToFact: first.upToFact,
    late: {
      afterFact: closings[from - 1]?.upToFact ?? 0,
      before: isInOrder && latest !== undefined ? monthEnd(parseMonth(latest)!) : 0,
    },
    closingIds: closed.map(({ id }) => id),
    periods: closed.flatMap((each) => [each.period, ...each.latePeriods]),
  }
}

/** The EUR value of `amount` units of a currency, in units of 1e-8 EUR. */
const EUR_UNITS = sql.raw(`div(amount * power(10::numeric, ${INCOME_DECIMALS} - case currency
  when 'EUR' then 2 when 'ULTIMA' then 6 when 'WIN' then 6 else 8 end), case currency when 'EUR' then 1 else rate end)`)

const CREDITED = sql.raw('b.partner_id, b.currency, b.rate, b.amount')

/** Records of closings, of orders, of ranks, and reversals. */
const creditedIn = (counted: Counted): RawBuilder<unknown> => sql`
  select ${CREDITED} from bonus_records b
  where b.period = any(${counted.periods}::text[]) and b.closing_id = any(${counted.closingIds}::bigint[])
    and b.reverses_id is null
  union all
  select ${CREDITED} from orders o join bonus_records b on b.order_id = o.id
  where ${isCounted(counted, 'o', 'paid_at')} and b.closing_id is null and b.reverses_id is null
  union all
  select ${CREDITED} from orders o join rank_reaches r on r.order_id = o.id join bonus_records b on b.id = r.bonus_record_id
  where ${isCounted(counted, 'o', 'paid_at')}
  union all
  select ${CREDITED} from cancellations x join bonus_records b on b.order_id = x.order_id
  where ${isCounted(counted, 'x', 'cancelled_at')} and b.reverses_id is not null`

/** Whether a fact of the month, or a late one of an earlier month, counts. */
function isCounted(
  { start, end, upToFact, late }: Counted,
  fact: 'o' | 'x',
  instant: string,
): RawBuilder<unknown> {
  const at = sql.raw(`${fact}.${instant}`)
  const number = sql.raw(`${fact}.fact`)
  return sql`${number} <= ${upToFact} and ((${at} >= ${start} and ${at} < ${end})
    or (${number} > ${late.afterFact} and ${at} < ${late.before}))`
}
