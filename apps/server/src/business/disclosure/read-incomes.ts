import {
  type CreditedAtQuote,
  decimalsOf,
  type Currency,
  fraction,
  type Fraction,
  INCOME_DECIMALS,
  type MonthClose,
  monthEnd,
  ONE,
  parseMonth,
} from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Database, Db, Tx } from '../../db/database.ts'
import { inSlices } from '../../network/in-slices.ts'
import { numbersOf } from '../../network/read-bulk.ts'
import type { Closing } from '../months/closing.ts'

/** What partners earned, a column each, by partner. Units: 1e-8 EUR; never 0. */
export type Incomes = { readonly partnerIds: Float64Array; readonly incomes: BigInt64Array }

/** Gives the row of a partner, -1 for one who is not among the rows. */
export type RowOf = (partnerId: number) => number

/** What closed a month: it, all closings before it in their order, and what it credited to its own month. */
export type ClosedMonth = { readonly closings: readonly Closing[]; readonly month: MonthClose }

/**
 * What was credited in a closed month, less what was reversed, as its statements have it, by row of the month's facts. What the
 * closing credited to its own month comes from memory: the seal has compared it with the records.
 *
 * Units: 1e-8 EUR, below 92 billion EUR a partner.
 * Rounding: what was credited at one quote is converted together, and cut toward zero at the eighth decimal of EUR. Coins
 * without a quote, which WIN is, are no income.
 * Source: console.md section 8; statement-months.ts.
 */
export async function readIncomes(
  database: Pick<Database, 'snapshot' | 'kind'>,
  { closings, month }: ClosedMonth,
  rowOf: RowOf,
): Promise<BigInt64Array> {
  const counted = countedIn(closings)
  const earned = new BigInt64Array(month.basis.facts.partners.size)
  const own = counted.isInOrder ? await inSlices(month.creditedAtQuotes()) : []
  const rows = await database.snapshot((tx) => readCredited(tx, database.kind, counted))
  for (const { quote, currency, rate, partnerIds, amounts } of rows) {
    const convert = eurUnitsOf(currency, rate === null ? ONE : fraction(rate))
    const known = own.find(
      ({ rate: at, currency: of }) => of === currency && (at?.id ?? 0) === quote,
    )
    for (const [at, id] of listed(partnerIds).entries()) {
      const row = rowOf(Number(id))
      earned[row]! += convert(BigInt(amounts[at]!) + taken(known, row))
    }
  }
  for (const { currency, rate, units } of own) {
    if (rate === null && currency !== 'EUR') continue
    const convert = eurUnitsOf(currency, rate?.rate ?? ONE)
    // A row whose amount was added to that of its orders is left out.
    for (const [row, amount] of units.entries()) {
      if (amount !== undefined) earned[row]! += convert(amount)
    }
  }
  return earned
}

/** Takes the amount of a row out of what a closing has credited. */
function taken(credited: CreditedAtQuote | undefined, row: number): bigint {
  const amount = credited?.units[row]
  if (credited === undefined || amount === undefined) return 0n
  credited.units[row] = undefined
  return amount
}

/** Converts units of a currency to 1e-8 EUR. Units: `rate` of the currency for one EUR. */
function eurUnitsOf(currency: Currency, rate: Fraction): (units: bigint) => bigint {
  const num = 10n ** BigInt(INCOME_DECIMALS - decimalsOf(currency)) * rate.den
  return (units) => (units * num) / rate.num
}

/** Adds the incomes of stored months to those of rows. */
export async function addStoredIncomes(
  db: Db,
  periods: readonly string[],
  { earned, rowOf }: { readonly earned: BigInt64Array; readonly rowOf: RowOf },
): Promise<void> {
  for (const period of periods) {
    const { rows } = await sql<{ size: number; partnerIds: string; incomes: string }>`
      select cardinality(partner_ids) as size, partner_ids::text, incomes::text from disclosed_incomes
      where period = ${period}`.execute(db)
    const { size, partnerIds, incomes } = rows[0]!
    if (size === 0) continue
    const amounts = listed(incomes)
    for (const [at, id] of numbersOf(partnerIds, size).entries()) {
      const row = rowOf(id)
      // A month that was sealed later knows partners that this one does not.
      if (row >= 0) earned[row]! += BigInt(amounts[at]!)
    }
  }
}

/** The elements of an array of whole numbers. */
const listed = (text: string): string[] => text.slice(1, -1).split(',')

/**
 * What counts in a month. Where it was closed after a later month, only what came before that one was closed: the rest stands
 * in the next month that is closed.
 */
type Counted = {
  readonly isInOrder: boolean
  readonly start: number
  readonly end: number
  /** Of what was paid or cancelled in the month. */
  readonly upToFact: number
  /** Facts after the closing of the latest earlier month, about that one or an older one. */
  readonly late: { readonly afterFact: number; readonly before: number }
  readonly closingIds: readonly number[]
  /** The months of their records, which an index finds. */
  readonly periods: readonly string[]
  readonly own: Pick<Closing, 'id' | 'period'>
}

function countedIn(closings: readonly Closing[]): Counted {
  const own = closings.at(-1)!
  const { period } = own
  const start = parseMonth(period)!
  const first = closings.find((each) => each.period >= period)!
  const latest = closings
    .map((each) => each.period)
    .filter((each) => each < period)
    .toSorted()
    .at(-1)
  const from = closings.findIndex((each) => each.period === latest) + 1
  const isInOrder = first === own
  const closed = isInOrder ? closings.slice(from) : []
  return {
    isInOrder,
    start,
    end: monthEnd(start),
    upToFact: first.upToFact,
    late: {
      afterFact: closings[from - 1]?.upToFact ?? 0,
      before: isInOrder && latest !== undefined ? monthEnd(parseMonth(latest)!) : 0,
    },
    closingIds: closed.map(({ id }) => id),
    periods: closed.flatMap((each) => [each.period, ...each.latePeriods]),
    own,
  }
}

/** What was credited at a quote, 0 for EUR, by partner. */
type CreditedRow = {
  readonly quote: number
  readonly currency: Currency
  readonly rate: string | null
  readonly partnerIds: string
  readonly amounts: readonly string[]
}

/** Room for the sums of all partners: spilled to a file they would take twice as long. */
const SUMS_MEMORY = '256MB'

async function readCredited(
  tx: Tx,
  kind: Database['kind'],
  counted: Counted,
): Promise<CreditedRow[]> {
  if (kind === 'postgres')
    await sql`select set_config('work_mem', ${SUMS_MEMORY}, true)`.execute(tx)
  const { rows } = await sql<Omit<CreditedRow, 'amounts'> & { amounts: string }>`
    with credited as (${creditedIn(counted)}),
      summed as (select partner_id, quote, sum(amount) as amount from credited group by partner_id, quote),
      listed as (
        select quote, array_agg(partner_id)::text as partner_ids, array_agg(amount)::text as amounts
        from summed group by quote)
    select l.*, coalesce(r.to_currency, 'EUR') as currency, r.rate::text as rate
    from listed l left join rates r on r.id = l.quote`.execute(tx)
  return rows.map((row) => ({ ...row, amounts: listed(row.amounts) }))
}

const CREDITED = sql.raw('b.partner_id, coalesce(b.rate_id, 0) as quote, b.amount')
/** Records that have a EUR value. */
const HAS_VALUE = sql.raw(`(b.rate_id is not null or b.currency = 'EUR')`)

/** Records of other closings and of other months, of orders, of ranks, and reversals. */
const creditedIn = (counted: Counted): RawBuilder<unknown> => sql`
  select ${CREDITED} from bonus_records b
  where b.period = any(${counted.periods}::text[]) and b.closing_id = any(${counted.closingIds}::bigint[])
    and (b.closing_id, b.period) <> (${counted.own.id}::bigint, ${counted.own.period}::text) and b.reverses_id is null
    and ${HAS_VALUE}
  union all
  select ${CREDITED} from orders o join bonus_records b on b.order_id = o.id
  where ${isCounted(counted, 'o', 'paid_at')} and b.closing_id is null and b.reverses_id is null and ${HAS_VALUE}
  union all
  select ${CREDITED} from orders o join rank_reaches r on r.order_id = o.id join bonus_records b on b.id = r.bonus_record_id
  where ${isCounted(counted, 'o', 'paid_at')} and ${HAS_VALUE}
  union all
  select ${CREDITED} from cancellations x join bonus_records b on b.order_id = x.order_id
  where ${isCounted(counted, 'x', 'cancelled_at')} and b.reverses_id is not null and ${HAS_VALUE}`

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
