import { depthFirst, type MonthFacts } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { IdIndex } from '../../network/id-index.ts'
import { numbersOf, type Page, readPages } from '../../network/read-bulk.ts'
import { readOrders } from '../orders/read-orders.ts'

const NOBODY = -1

/** All partners up to a fact number, and the row of each one in the columns. */
export type KnownPartners = {
  readonly columns: MonthFacts['partners']
  readonly rowOf: (id: number) => number
}

/** Partners of the facts up to a number, in depth-first order, with the blocks in force after it. */
export async function readPartners(db: Db, upTo: number): Promise<KnownPartners> {
  const size = await countOf(db, sql`partners where fact <= ${upTo}`)
  const ids = new Float64Array(size)
  const parent = new Int32Array(size)
  const registeredAt = new Float64Array(size)
  const blocked = new Uint8Array(size)
  const index = new IdIndex(size)
  const listedAt = (id: number) => index.get(ids, id)

  let row = 0
  const pages = readPages(
    db,
    upTo,
    (after, end) => sql<Page<'ids' | 'sponsors' | 'registered'>>`
      select count(*) as rows, array_agg(id)::text as ids, array_agg(coalesce(sponsor_id, 0))::text as sponsors,
        array_agg(registered_at)::text as registered
      from (select id, sponsor_id, registered_at from partners
        where fact > ${after} and fact <= ${end} order by fact) p`,
  )
  for await (const { rows, ids: idsText, sponsors, registered } of pages) {
    ids.set(numbersOf(idsText!, rows), row)
    registeredAt.set(numbersOf(registered!, rows), row)
    for (const sponsorId of numbersOf(sponsors!, rows)) {
      parent[row] = sponsorId === 0 ? NOBODY : listedAt(sponsorId)
      index.set(ids, ids[row]!, row)
      row += 1
    }
  }
  for (const id of await blockedPartners(db, upTo)) blocked[listedAt(id)] = 1
  const { partners, rowOf } = depthFirst({ size, ids, parent, registeredAt, blocked })
  return { columns: partners, rowOf: (id) => rowOf[listedAt(id)]! }
}

/** The partners who are blocked after a fact number. */
export async function blockedPartners(db: Db, upTo: number): Promise<number[]> {
  const { rows } = await sql<{ partnerId: number }>`
    select partner_id from (
      select distinct on (partner_id) partner_id, blocked from partner_blocks
      where fact <= ${upTo} order by partner_id, fact desc) latest
    where blocked`.execute(db)
  return rows.map(({ partnerId }) => partnerId)
}

/** Orders of the facts up to a number that were paid before an instant, with the cancellations up to that number. */
export async function readMonthOrders(
  db: Db,
  { rowOf }: KnownPartners,
  { upTo, end }: { readonly upTo: number; readonly end: number },
): Promise<MonthFacts['orders']> {
  const { partnerIds, ...orders } = await readOrders(db, { upTo, start: 0, end, partnerIds: null })
  return { ...orders, buyer: Int32Array.from(partnerIds, rowOf) }
}

async function countOf(db: Db, rowsOf: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ size: number }>`select count(*) as size from ${rowsOf}`.execute(db)
  return rows[0]!.size
}
