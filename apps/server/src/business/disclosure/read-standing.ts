import {
  countsIn,
  type DisclosedMembers,
  monthEnd,
  type MonthBasis,
  monthsLater,
  monthStart,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { IdIndex } from '../../network/id-index.ts'
import { inSlices } from '../../network/in-slices.ts'
import type { Incomes, RowOf } from './read-incomes.ts'

/** How partners stood at the end of a closed month, by row of the month's facts. */
export type Standing = {
  readonly basis: MonthBasis
  readonly rowOf: RowOf
  /** Epoch milliseconds; 0 for never. */
  readonly activeUntil: Float64Array
  /** Places in the ladder of the month's plan. */
  readonly ranks: Uint8Array
  /** By row of those who were erased before the end of the month. */
  readonly erasedAt: ReadonlyMap<number, number>
  /** Codes of countries, and the place of each row in them; one country without a name where countries are not asked for. */
  readonly countryNames: readonly string[]
  readonly countries: Uint16Array
}

type Question = { readonly upToFact: number; readonly byCountry: boolean }

/** Reads how partners stood. The facts of the month are those that it was closed on. */
export async function readStanding(
  db: Db,
  basis: MonthBasis,
  { upToFact, byCountry }: Question,
): Promise<Standing> {
  const { ids, size } = basis.facts.partners
  const index = new IdIndex(size)
  await inSlices(indexing(index, ids))
  const rowOf = (partnerId: number): number => index.get(ids, partnerId)
  return {
    basis,
    rowOf,
    activeUntil: basis.activeUntil(),
    ranks: await readRanks(db, { basis, upToFact, rowOf }),
    erasedAt: await readErased(db, { basis, upToFact, rowOf }),
    ...(await readCountries(db, { rows: size, upToFact, byCountry, rowOf })),
  }
}

const ROWS_A_STEP = 10_000

function* indexing(index: IdIndex, ids: Float64Array): Generator<void, void> {
  for (let row = 0; row < ids.length; row += 1) {
    index.set(ids, ids[row]!, row)
    if (row % ROWS_A_STEP === 0) yield
  }
}

type OfMonth = Pick<Standing, 'basis' | 'rowOf'> & { readonly upToFact: number }

/** The highest rank that each row reached before the month's end, as the rank page has it. */
async function readRanks(db: Db, { basis, upToFact, rowOf }: OfMonth): Promise<Uint8Array> {
  const { rows } = await sql<{ rankId: number; partnerIds: string }>`
    select rank_id, array_agg(partner_id)::text as partner_ids from (
      select r.partner_id, max(r.rank_id) as rank_id from rank_reaches r join orders o on o.id = r.order_id
      where r.ladder = 'ordinary' and r.reached_at < ${basis.end} and o.fact <= ${upToFact}
      group by r.partner_id) held
    group by rank_id`.execute(db)
  const ranks = new Uint8Array(basis.facts.partners.size)
  for (const { rankId, partnerIds } of rows) {
    const place = basis.version.plan.ranks.findLastIndex(({ id }) => id <= rankId)
    for (const id of partnerIds.slice(1, -1).split(','))
      ranks[rowOf(Number(id))] = Math.max(0, place)
  }
  return ranks
}

async function readErased(
  db: Db,
  { basis, upToFact, rowOf }: OfMonth,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; erasedAt: number }>`
    select id, erased_at from partners where erased_at < ${basis.end} and fact <= ${upToFact}`.execute(
    db,
  )
  return new Map(rows.map(({ id, erasedAt }) => [rowOf(id), erasedAt]))
}

type OfCountries = Question & Pick<Standing, 'rowOf'> & { readonly rows: number }

async function readCountries(
  db: Db,
  { rows: size, upToFact, byCountry, rowOf }: OfCountries,
): Promise<Pick<Standing, 'countryNames' | 'countries'>> {
  const countries = new Uint16Array(size)
  if (!byCountry) return { countryNames: [], countries }
  const { rows } = await sql<{ countryId: string; ids: string }>`
    select country_id, array_agg(id)::text as ids from partners where fact <= ${upToFact}
    group by country_id order by country_id collate "C"`.execute(db)
  for (const [place, { ids }] of rows.entries()) {
    for (const id of ids.slice(1, -1).split(',')) countries[rowOf(Number(id))] = place
  }
  return { countryNames: rows.map(({ countryId }) => countryId), countries }
}

/** Members, and the row of each. */
export type Members = DisclosedMembers & { readonly rows: Uint32Array }

/**
 * The members of the month, or of the twelve months that end with it, with what their rows earned.
 *
 * A member of a month was registered before its end and not erased before it; a member of twelve months was one of at least
 * one of them, so that their sum is the sum of the months.
 *
 * Source: console.md section 8; decisions/0031-income-disclosure.md.
 */
export function membersOf(
  { basis, activeUntil, ranks, countries, erasedAt }: Standing,
  months: 1 | 12,
  earned: BigInt64Array,
): Members {
  const start = monthsLater(basis.start, 1 - months)
  const rows = memberRows({ basis, erasedAt }, start)
  const bought = purchasesByRow(basis, start)
  const members = {
    rows,
    incomes: new BigInt64Array(rows.length),
    purchases: new Float64Array(rows.length),
    isActive: new Uint8Array(rows.length),
    rank: new Uint8Array(rows.length),
    country: new Uint16Array(rows.length),
  }
  for (let member = 0; member < rows.length; member += 1) {
    const row = rows[member]!
    members.incomes[member] = earned[row]!
    members.purchases[member] = bought[row]!
    members.isActive[member] = Number(activeUntil[row]! > start)
    members.rank[member] = ranks[row]!
    members.country[member] = countries[row]!
  }
  return members
}

function memberRows(
  { basis, erasedAt }: Pick<Standing, 'basis' | 'erasedAt'>,
  start: number,
): Uint32Array {
  const { registeredAt, size } = basis.facts.partners
  const rows = new Uint32Array(size)
  let members = 0
  for (let row = 0; row < size; row += 1) {
    const erased = erasedAt.get(row)
    // Of the months before the erasure the last one ends with the month that holds it.
    const last = erased === undefined ? basis.end : monthStart(erased)
    if (registeredAt[row]! < last && last >= monthEnd(start)) rows[members++] = row
  }
  return rows.slice(0, members)
}

/** Own orders that were paid since an instant and stand. Units: EUR cents. */
function purchasesByRow(
  { facts: { orders, partners }, end }: MonthBasis,
  start: number,
): Float64Array {
  const bought = new Float64Array(partners.size)
  for (let order = 0; order < orders.size; order += 1) {
    if (countsIn(orders, order, start, end)) bought[orders.buyer[order]!]! += orders.cents[order]!
  }
  return bought
}

/** The incomes of members alone, without those of 0. */
export function incomesOfMembers({ basis }: Standing, { rows, incomes }: Members): Incomes {
  const { ids } = basis.facts.partners
  const earning: number[] = []
  for (let member = 0; member < rows.length; member += 1) {
    if (incomes[member] !== 0n) earning.push(member)
  }
  const idOf = (member: number): number => ids[rows[member]!]!
  const byId = Uint32Array.from(earning).sort((a, b) => idOf(a) - idOf(b))
  const partnerIds = new Float64Array(byId.length)
  const sorted = new BigInt64Array(byId.length)
  for (const [at, member] of byId.entries()) {
    partnerIds[at] = idOf(member)
    sorted[at] = incomes[member]!
  }
  return { partnerIds, incomes: sorted }
}
