import { type RawBuilder, sql } from 'kysely'

import { column } from '../db/column.ts'
import type { Db } from '../db/database.ts'
import { PREPARED } from '../db/prepared.ts'
import type { Fact, Ladder } from './facts.ts'

/** How many fact numbers are read at once. Bounds memory. */
export const FACTS_A_PAGE = 50_000

/** Returns the number of the last committed fact; all smaller numbers are committed too. */
export async function lastFact(db: Db): Promise<number> {
  const { lastFact: last } = await db
    .selectFrom('factLog')
    .select('lastFact')
    .executeTakeFirstOrThrow()
  return last
}

/** Which facts to read: the numbers in (after, upTo], of all partners or of some. */
type Wanted = { readonly after: number; readonly upTo: number; readonly of?: readonly number[] }

/**
 * Reads facts in the order of their numbers. `order by kind` puts a rank behind the order that reached it.
 *
 * The plan for all partners is kept. Subqueries with `offset 0` look each order up in an index; the plan of a plain join
 * reads all ranks for some orders. For some partners the best plan depends on their number, and is made each time.
 */
export async function readFacts(db: Db, wanted: Wanted): Promise<Fact[]> {
  const isOfAll = wanted.of === undefined
  const lookedUp = isOfAll ? sql`offset 0` : sql``
  const { rows } = await sql<FactRow>`${isOfAll ? PREPARED : sql``}
    select 'partner' as kind, p.fact, p.id as partner_id, p.sponsor_id, p.registered_at as at, null::bigint as cents,
      null::boolean as blocked, null as ladder, null::smallint as rank_id, p.first_name, p.last_name
    from partners p where ${isWanted('p.fact', 'p.id', wanted)}
    union all
    select 'order', o.fact, o.partner_id, null, o.paid_at, o.amount_cents, null, null, null, null, null
    from orders o where ${isWanted('o.fact', 'o.partner_id', wanted)}
    union all
    select 'cancellation', c.fact, o.partner_id, null, o.paid_at, o.amount_cents, null, null, null, null, null
    from cancellations c cross join lateral (select * from orders o where o.id = c.order_id ${lookedUp}) o
    where ${isWanted('c.fact', 'o.partner_id', wanted)}
    union all
    select 'block', b.fact, b.partner_id, null, null, null, b.blocked, null, null, null, null
    from partner_blocks b where ${isWanted('b.fact', 'b.partner_id', wanted)}
    union all
    select 'rank', o.fact, r.partner_id, null, null, null, null, r.ladder, r.rank_id, null, null
    from orders o cross join lateral (select * from rank_reaches r where r.order_id = o.id ${lookedUp}) r
    where ${isWanted('o.fact', 'r.partner_id', wanted)}
    order by fact, kind`.execute(db)
  return rows.map(factOf)
}

function isWanted(
  fact: string,
  partnerId: string,
  { after, upTo, of }: Wanted,
): RawBuilder<unknown> {
  const isInRange = sql`${sql.ref(fact)} > ${after} and ${sql.ref(fact)} <= ${upTo}`
  if (of === undefined) return isInRange
  return sql`${isInRange} and ${sql.ref(partnerId)} = any(${column(of)}::bigint[])`
}

/** A row of the query: the columns of its kind are not null. */
type FactRow = {
  readonly kind: Fact['kind']
  readonly fact: number
  readonly partnerId: number
  readonly sponsorId: number | null
  readonly at: number | null
  readonly cents: number | null
  readonly blocked: boolean | null
  readonly ladder: Ladder | null
  readonly rankId: number | null
  readonly firstName: string | null
  readonly lastName: string | null
}

function factOf(row: FactRow): Fact {
  const { kind, fact, partnerId } = row
  switch (kind) {
    case 'partner': {
      const names = { firstName: row.firstName!, lastName: row.lastName! }
      return { kind, fact, id: partnerId, sponsorId: row.sponsorId, registeredAt: row.at!, names }
    }
    case 'order':
    case 'cancellation':
      return { kind, fact, partnerId, paidAt: row.at!, cents: row.cents! }
    case 'block':
      return { kind, fact, partnerId, blocked: row.blocked! }
    case 'rank':
      return { kind, fact, partnerId, ladder: row.ladder!, rankId: row.rankId! }
  }
}
