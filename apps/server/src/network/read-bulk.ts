import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../db/database.ts'

/** Large enough to keep the database busy while the previous page is processed, small enough to delay no call of the process that reads it. */
const FACTS_A_PAGE = 20_000

/** Columns of numbers or texts, each as one text with one element per row. */
export type Page<Name extends string> = { readonly rows: number } & {
  readonly [name in Name]: string | null
}

/**
 * Reads the rows with fact numbers up to `upTo`, one page per database row: each column is one text, which is several times
 * cheaper than one database row each. Requests the next page before yielding the current one.
 */
export async function* readPages<Name extends string>(
  db: Db,
  upTo: number,
  query: (after: number, upTo: number) => RawBuilder<Page<Name>>,
): AsyncGenerator<Page<Name>> {
  const page = async (after: number) =>
    (await query(after, Math.min(upTo, after + FACTS_A_PAGE)).execute(db)).rows[0]!
  let next = upTo > 0 ? page(0) : null
  for (let after = FACTS_A_PAGE; next !== null; after += FACTS_A_PAGE) {
    const read = await next
    next = after < upTo ? page(after) : null
    // A caller that stops early leaves this page unread; its error must not become an unhandled rejection.
    next?.catch(() => {})
    if (read.rows > 0) yield read
  }
}

/** Partners, sponsors first; sponsor 0 means none. Units: epoch milliseconds. */
export type PartnerPage = {
  readonly rows: number
  readonly ids: Float64Array
  readonly sponsorIds: Float64Array
  readonly registeredAt: Float64Array
  readonly firstNames: readonly string[]
  readonly lastNames: readonly string[]
}

/** Reads the partners of the facts up to `upTo` that registered before an instant. */
export async function* readAllPartners(
  db: Db,
  upTo: number,
  before: number,
): AsyncGenerator<PartnerPage> {
  const pages = readPages(
    db,
    upTo,
    (after, end) => sql<Page<'ids' | 'sponsors' | 'registered' | 'first' | 'last'>>`
      select count(*) as rows, array_agg(id)::text as ids, array_agg(coalesce(sponsor_id, 0))::text as sponsors,
        array_agg(registered_at)::text as registered, json_agg(first_name)::text as first,
        json_agg(last_name)::text as last
      from (select id, sponsor_id, registered_at, first_name, last_name from partners
        where fact > ${after} and fact <= ${end} and registered_at < ${before} order by fact) p`,
  )
  for await (const { rows, ids, sponsors, registered, first, last } of pages) {
    yield {
      rows,
      ids: numbersOf(ids!, rows),
      sponsorIds: numbersOf(sponsors!, rows),
      registeredAt: numbersOf(registered!, rows),
      firstNames: JSON.parse(first!) as string[],
      lastNames: JSON.parse(last!) as string[],
    }
  }
}

/** Units: epoch milliseconds, cents. */
export type OrderPage = {
  readonly rows: number
  readonly partnerIds: Float64Array
  readonly paidAt: Float64Array
  readonly cents: Float64Array
}

/** Reads the orders of the facts up to `upTo`, paid before an instant and not cancelled up to `upTo`, unsorted. */
export async function* readStandingOrders(
  db: Db,
  upTo: number,
  before: number,
): AsyncGenerator<OrderPage> {
  const pages = readPages(
    db,
    upTo,
    (after, end) => sql<Page<'partners' | 'paid' | 'cents'>>`
      select count(*) as rows, array_agg(o.partner_id)::text as partners, array_agg(o.paid_at)::text as paid,
        array_agg(o.amount_cents)::text as cents
      from orders o left join cancellations c on c.order_id = o.id and c.fact <= ${upTo}
      where o.fact > ${after} and o.fact <= ${end} and o.paid_at < ${before} and c.order_id is null`,
  )
  for await (const { rows, partners, paid, cents } of pages) {
    yield {
      rows,
      partnerIds: numbersOf(partners!, rows),
      paidAt: numbersOf(paid!, rows),
      cents: numbersOf(cents!, rows),
    }
  }
}

const MINUS = 45
const ZERO = 48
const NINE = 57

/** Parses a PostgreSQL array of whole numbers such as `{1,-2,3}`. Refuses (a bug): another number of elements. */
export function numbersOf(text: string, count: number): Float64Array {
  const numbers = new Float64Array(count)
  let found = 0
  for (let at = 1; at < text.length; at += 1) {
    const isNegative = text.charCodeAt(at) === MINUS
    if (isNegative) at += 1
    let value = 0
    for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE;) {
      value = value * 10 + (code - ZERO)
      code = text.charCodeAt((at += 1))
    }
    if (!Number.isSafeInteger(value)) throw new RangeError('Not an exact whole number in a column')
    numbers[found++] = isNegative ? -value : value
  }
  if (found !== count) throw new Error(`${count} numbers were to be read, and ${found} are there`)
  return numbers
}
