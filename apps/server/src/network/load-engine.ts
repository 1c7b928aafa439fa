import { sql } from 'kysely'

import type { Db } from '../db/database.ts'
import { FiguresEngine, type FiguresRules, NO_ROW } from './figures-engine.ts'
import { FACTS_A_PAGE, lastFact, readPartners, readRanks } from './read-facts.ts'

/** Which facts count: all, or those before an instant (orders by payment, partners by registration). */
export type LoadOptions = { readonly before?: number }

/**
 * Make the figures from the facts: every partner and every order that stands, rolled up in one pass, in preorder.
 *
 * The answer is the state after the last fact that was committed when loading began.
 */
export async function loadEngine(
  db: Db,
  rules: FiguresRules,
  { before = Number.MAX_SAFE_INTEGER }: LoadOptions = {},
): Promise<FiguresEngine> {
  const upTo = await lastFact(db)
  const { rows } = await sql<{
    partners: number
  }>`select count(*) as partners from partners`.execute(db)
  const engine = new FiguresEngine(rules, Math.max(1024, rows[0]!.partners))

  for (let after = 0; after < upTo; after += FACTS_A_PAGE) {
    const end = Math.min(upTo, after + FACTS_A_PAGE)
    for (const { id, sponsorId, registeredAt } of await readPartners(db, after, end)) {
      if (registeredAt >= before) continue
      const parent = sponsorId === null ? NO_ROW : engine.rowOf(sponsorId)
      engine.appendRow(id, parent, registeredAt)
    }
  }
  for (let after = 0; after < upTo; after += FACTS_A_PAGE) {
    await loadOrders(db, engine, after, Math.min(upTo, after + FACTS_A_PAGE), before)
  }
  await loadBlocks(db, engine, upTo)
  engine.asOf = upTo
  engine.rollUp()
  return engine.reindexed()
}

async function loadOrders(
  db: Db,
  engine: FiguresEngine,
  after: number,
  upTo: number,
  before: number,
): Promise<void> {
  const { rows } = await sql<{ partnerId: number; paidAt: number; cents: number }>`
    select o.partner_id, o.paid_at, o.amount_cents as cents
    from orders o left join cancellations c on c.order_id = o.id
    where o.fact > ${after} and o.fact <= ${upTo} and o.paid_at < ${before} and c.order_id is null
    order by o.paid_at`.execute(db)
  for (const { partnerId, paidAt, cents } of rows) {
    engine.addOwnOnly(engine.rowOf(partnerId), paidAt, cents)
  }
  for (const { partnerId, ladder, rankId } of await readRanks(db, after, upTo)) {
    const row = engine.rowOf(partnerId)
    if (row === NO_ROW) continue
    engine.heldRank[ladder][row] = Math.max(engine.heldRank[ladder][row]!, rankId)
  }
}

async function loadBlocks(db: Db, engine: FiguresEngine, upTo: number): Promise<void> {
  const { rows } = await sql<{ partnerId: number }>`
    select partner_id from (
      select distinct on (partner_id) partner_id, blocked from partner_blocks
      where fact <= ${upTo} order by partner_id, fact desc) latest
    where blocked`.execute(db)
  for (const { partnerId } of rows) {
    const row = engine.rowOf(partnerId)
    if (row !== NO_ROW) engine.blocked[row] = 1
  }
}
