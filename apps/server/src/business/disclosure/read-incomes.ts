import {
  type AccountCurrency,
  fraction,
  type MonthClose,
  monthEnd,
  parseMonth,
  quickEurValueOf,
  SumsByRow,
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
 * Rounding: as `eurValueOf`.
 * Source: console.md section 8; statement-months.ts.
 */
export async function readIncomes(
  database: Pick<Database, 'snapshot'>,
  { closings, month }: ClosedMonth,
  rowOf: RowOf,
): Promise<BigInt64Array> {
  const counted = countedIn(closings)
  const earned = counted.isInOrder
    ? await inSlices(month.eurByRow())
    : new SumsByRow(month.basis.facts.partners.size)
  await database.snapshot(async (tx) => {
    // Compiling the statements takes longer than it saves, and the orders of a page are to fit into memory.
    await sql`select set_config('jit', 'off', true), set_config('work_mem', '64MB', true)`.execute(
      tx,
    )
    for await (const credited of readCredited(tx, counted)) {
      await inSlices(addCredits(credited, { earned, rowOf }))
    }
  })
  return inSlices(earned.values())
}

/** Incomes by row, and the row of each partner. */
export type ByRow = { readonly earned: SumsByRow; readonly rowOf: RowOf }

const CREDITS_A_STEP = 5_000

/** Adds what credits are worth. Pauses after some thousand credits. */
export function* addCredits(
  { size, currency, rate, ids, amounts }: Credited,
  { earned, rowOf }: ByRow,
): Generator<void, void> {
  const valueOf = quickEurValueOf(currency, rate === null ? null : fraction(rate))
  if (valueOf === null) return
  const partners = numbersOf(ids, size)
  yield
  const units = unitsOf(amounts, size)
  for (let at = 0; at < size; at += 1) {
    if (at % CREDITS_A_STEP === 0) yield
    earned.add(rowOf(partners[at]!), valueOf(units[at]!))
  }
}

type StoredIncomes = {
  readonly size: number
  readonly partnerIds: string
  readonly incomes: string
}

/** Adds the stored incomes of the months before to the incomes of this month. */
export async function addStoredIncomes(
  db: Db,
  periods: readonly string[],
  { earned, rowOf }: ByRow,
): Promise<void> {
  for (const period of periods) {
    const { rows } = await sql<StoredIncomes>`
      select cardinality(partner_ids) as size, partner_ids::text, incomes::text from disclosed_incomes
      where period = ${period}`.execute(db)
    if (rows[0]!.size > 0) await inSlices(addingStored(rows[0]!, { earned, rowOf }))
  }
}

function* addingStored(
  { size, partnerIds, incomes }: StoredIncomes,
  { earned, rowOf }: ByRow,
): Generator<void, void> {
  const ids = numbersOf(partnerIds, size)
  yield
  const amounts = unitsOf(incomes, size)
  for (let at = 0; at < size; at += 1) {
    if (at % CREDITS_A_STEP === 0) yield
    const row = rowOf(ids[at]!)
    // A month that was sealed later knows partners that this one does not.
    if (row >= 0) earned.add(row, amounts[at]!)
  }
}

/** Whole numbers as doubles, which are read sooner, where all are exact: below 90 million EUR. */
function unitsOf(text: string, size: number): ArrayLike<number | bigint> {
  try {
    return numbersOf(text, size)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return text.slice(1, -1).split(',').map(BigInt)
  }
}

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
  /** Closings and the months that they credited to, without what the month's own closing credited to it. */
  readonly closed: readonly Pick<Closing, 'id' | 'period'>[]
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
    closed: closed.flatMap(({ id, period: of, latePeriods }) =>
      [...(id === own.id ? [] : [of]), ...latePeriods].map((each) => ({ id, period: each })),
    ),
  }
}

/** Credits in one currency at one quote, a column each. */
type Credited = {
  readonly size: number
  readonly currency: AccountCurrency
  readonly rate: string | null
  readonly ids: string
  readonly amounts: string
}

/** A page has some million credits, each column of them one text; the records may be read as a whole for each page. */
const FACTS_A_PAGE = 500_000

/** Records of other closings, and of orders, ranks and reversals a page of facts at a time. */
async function* readCredited(tx: Tx, counted: Counted): AsyncGenerator<Credited> {
  for (const { id, period } of counted.closed) {
    yield* await columnsOf(
      tx,
      sql`select ${CREDITED} from bonus_records b
        where b.period = ${period} and b.closing_id = ${id} and b.reverses_id is null`,
    )
  }
  const first = await firstFact(tx, counted)
  for (let after = first - 1; after < counted.upToFact; after += FACTS_A_PAGE) {
    yield* await columnsOf(tx, creditedIn(counted, { after, upTo: after + FACTS_A_PAGE }))
  }
}

const CREDITED = sql.raw('b.partner_id, b.currency, b.rate_id, b.amount')

/** A column as the text of an array. An array of its values would be made first, and would take longer. */
const asArray = (column: string) => sql.raw(`'{' || string_agg(${column}::text, ',') || '}'`)

async function columnsOf(tx: Tx, credits: RawBuilder<unknown>): Promise<Credited[]> {
  const { rows } = await sql<Credited>`
    select c.size, c.currency, r.rate::text as rate, c.ids, c.amounts from (
      select currency, rate_id, count(*) as size, ${asArray('partner_id')} as ids,
        ${asArray('amount')} as amounts
      from (${credits}) b group by currency, rate_id) c
    left join rates r on r.id = c.rate_id`.execute(tx)
  return rows
}

/** The first fact that may count. */
async function firstFact(tx: Tx, { start, end, late, upToFact }: Counted): Promise<number> {
  const { rows } = await sql<{ fact: number }>`
    select least(
      (select min(fact) from orders where paid_at >= ${start} and paid_at < ${end}),
      (select min(fact) from cancellations where cancelled_at >= ${start} and cancelled_at < ${end}),
      ${late.before > 0 ? late.afterFact + 1 : null}::bigint, ${upToFact}::bigint + 1) as fact`.execute(
    tx,
  )
  return rows[0]!.fact
}

type FactPage = { readonly after: number; readonly upTo: number }

/** Records of orders, of ranks, and reversals, of the facts of a page. */
function creditedIn(counted: Counted, page: FactPage): RawBuilder<unknown> {
  const ofOrder = isCounted(counted, page, { fact: 'o.fact', instant: 'o.paid_at' })
  const ofCancellation = isCounted(counted, page, { fact: 'x.fact', instant: 'x.cancelled_at' })
  return sql`
    select ${CREDITED} from orders o join bonus_records b on b.order_id = o.id
    where ${ofOrder} and b.closing_id is null and b.reverses_id is null
    union all
    select ${CREDITED} from orders o join rank_reaches r on r.order_id = o.id join bonus_records b on b.id = r.bonus_record_id
    where ${ofOrder}
    union all
    select ${CREDITED} from cancellations x join bonus_records b on b.order_id = x.order_id
    where ${ofCancellation} and b.reverses_id is not null`
}

/** Whether a fact of the month, or a late one of an earlier month, counts. */
function isCounted(
  { start, end, upToFact, late }: Counted,
  { after, upTo }: FactPage,
  { fact, instant }: { readonly fact: string; readonly instant: string },
): RawBuilder<unknown> {
  const [number, at] = [sql.raw(fact), sql.raw(instant)]
  return sql`${number} > ${after} and ${number} <= ${Math.min(upTo, upToFact)}
    and ((${at} >= ${start} and ${at} < ${end}) or (${number} > ${late.afterFact} and ${at} < ${late.before}))`
}
