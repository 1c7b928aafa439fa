import { sql } from 'kysely'

import type { Db } from '../db/database.ts'
import type { Fact, Ladder } from './facts.ts'

/** How many fact numbers are read at once, which bounds memory. */
export const FACTS_A_PAGE = 50_000

/** The number of the last committed fact; every smaller one is committed too. */
export async function lastFact(db: Db): Promise<number> {
  const { lastFact: last } = await db
    .selectFrom('factLog')
    .select('lastFact')
    .executeTakeFirstOrThrow()
  return last
}

export type PartnerRow = {
  fact: number
  id: number
  sponsorId: number | null
  registeredAt: number
}

/** Partners of the fact numbers in (after, upTo], sponsors first. */
export async function readPartners(db: Db, after: number, upTo: number): Promise<PartnerRow[]> {
  return db
    .selectFrom('partners')
    .select(['fact', 'id', 'sponsorId', 'registeredAt'])
    .where('fact', '>', after)
    .where('fact', '<=', upTo)
    .orderBy('fact')
    .execute()
}

/** All facts of the numbers in (after, upTo], in their order; a rank follows the order that reached it. */
export async function readFacts(db: Db, after: number, upTo: number): Promise<Fact[]> {
  const partners = await readPartners(db, after, upTo)
  const orders = await db
    .selectFrom('orders')
    .select(['fact', 'partnerId', 'paidAt', 'amountCents as cents'])
    .where('fact', '>', after)
    .where('fact', '<=', upTo)
    .execute()
  const cancellations = await db
    .selectFrom('cancellations as c')
    .innerJoin('orders as o', 'o.id', 'c.orderId')
    .select(['c.fact', 'o.partnerId', 'o.paidAt', 'o.amountCents as cents'])
    .where('c.fact', '>', after)
    .where('c.fact', '<=', upTo)
    .execute()
  const blocks = await db
    .selectFrom('partnerBlocks')
    .select(['fact', 'partnerId', 'blocked'])
    .where('fact', '>', after)
    .where('fact', '<=', upTo)
    .execute()
  const ranks = await readRanks(db, after, upTo)

  const facts: Fact[] = [
    ...partners.map((row) => ({ kind: 'partner' as const, ...row })),
    ...orders.map((row) => ({ kind: 'order' as const, ...row })),
    ...cancellations.map((row) => ({ kind: 'cancellation' as const, ...row })),
    ...blocks.map((row) => ({ kind: 'block' as const, ...row })),
  ].sort((a, b) => a.fact - b.fact)
  return ranks.length === 0 ? facts : withRanks(facts, ranks)
}

type RankRow = { fact: number; partnerId: number; ladder: Ladder; rankId: number }

/** Ranks reached by the orders of the numbers in (after, upTo]. */
export async function readRanks(db: Db, after: number, upTo: number): Promise<RankRow[]> {
  const { rows } = await sql<RankRow>`
    select o.fact, r.partner_id, r.ladder, r.rank_id
    from orders o join rank_reaches r on r.order_id = o.id
    where o.fact > ${after} and o.fact <= ${upTo}
    order by o.fact`.execute(db)
  return rows
}

function withRanks(facts: readonly Fact[], ranks: readonly RankRow[]): Fact[] {
  const byFact = Map.groupBy(ranks, (rank) => rank.fact)
  return facts.flatMap((fact) => [
    fact,
    ...(byFact.get(fact.fact) ?? []).map((rank) => ({ kind: 'rank' as const, ...rank })),
  ])
}
