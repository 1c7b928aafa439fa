import { sql } from 'kysely'

import type { Db } from '../db/database.ts'
import type { Ladder } from './facts.ts'
import { NO_ROW } from './columns.ts'
import { FiguresEngine, type FiguresRules } from './figures-engine.ts'
import { inSlices } from './in-slices.ts'
import type { NameBook } from './name-book.ts'
import { type PartnerPage, readAllPartners, readStandingOrders } from './read-bulk.ts'
import { lastFact } from './read-facts.ts'
import { IndexedCopy } from './reindex.ts'

/** Which facts count: all, or only facts before an instant (orders by payment, partners by registration, ranks as they were reached). */
export type LoadOptions = { readonly before?: number }

/**
 * Loads all partners and all orders that are not cancelled, and rolls them up in one pass, in preorder.
 *
 * Returns the state after the last fact that was committed when loading began.
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

  const entryOf = knownEntries(engine.names)
  for await (const page of readAllPartners(db, upTo, before)) appendPartners(engine, page, entryOf)
  for await (const { rows: orders, partnerIds, paidAt, cents } of readStandingOrders(
    db,
    upTo,
    before,
  )) {
    for (let at = 0; at < orders; at += 1) {
      engine.addOwnOnly(engine.rowOf(partnerIds[at]!), paidAt[at]!, cents[at]!)
    }
  }
  await loadRanks(db, engine, { upTo, before })
  await loadBlocks(db, engine, upTo)
  engine.asOf = upTo
  const copy = new IndexedCopy(engine)
  await inSlices(copy.copying())
  await inSlices(copy.rollingUp())
  return copy.next
}

const MOST_KNOWN = 500_000

/** Caches name entries: normalizing a name costs more than the rest of its row. */
function knownEntries(names: NameBook): (name: string) => number {
  const known = new Map<string, number>()
  return (name) => {
    let entry = known.get(name)
    if (entry === undefined) {
      if (known.size === MOST_KNOWN) known.clear()
      entry = names.add(name)
      known.set(name, entry)
    }
    return entry
  }
}

function appendPartners(
  engine: FiguresEngine,
  page: PartnerPage,
  entryOf: (name: string) => number,
): void {
  const { rows, ids, sponsorIds, registeredAt, firstNames, lastNames } = page
  for (let at = 0; at < rows; at += 1) {
    const sponsorId = sponsorIds[at]!
    const parent = sponsorId === 0 ? NO_ROW : engine.rowOf(sponsorId)
    const row = engine.appendRow(ids[at]!, parent, registeredAt[at]!)
    engine.firstName[row] = entryOf(firstNames[at]!)
    engine.lastName[row] = entryOf(lastNames[at]!)
  }
}

/** Ranks that were reached before the instant: later ones change nothing that was true then. */
async function loadRanks(
  db: Db,
  engine: FiguresEngine,
  { upTo, before }: { readonly upTo: number; readonly before: number },
): Promise<void> {
  const { rows } = await sql<{ partnerId: number; ladder: Ladder; rankId: number }>`
    select r.partner_id, r.ladder, max(r.rank_id) as rank_id
    from rank_reaches r join orders o on o.id = r.order_id
    where o.fact <= ${upTo} and r.reached_at < ${before} group by r.partner_id, r.ladder`.execute(
    db,
  )
  for (const { partnerId, ladder, rankId } of rows) {
    const row = engine.rowOf(partnerId)
    if (row !== NO_ROW) engine.holdRank(ladder, row, rankId)
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
