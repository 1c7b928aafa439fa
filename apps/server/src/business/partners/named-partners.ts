import type { NamedPartner } from '@partner-office/contracts'
import { sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Db } from '../../db/database.ts'

/** Returns a partner by id. Every partner that money names is stored. */
export type PartnerNames = (id: number) => NamedPartner

/** Reads names and countries of partners, as the console shows them. */
export async function readNames(db: Db, ids: Iterable<number>): Promise<PartnerNames> {
  const { rows } = await sql<NamedPartner>`
    select id, first_name, last_name, country_id as country from partners
    where id = any(${column([...new Set(ids)])}::bigint[])`.execute(db)
  const names = new Map(rows.map((row) => [row.id, row]))
  return (id) => names.get(id)!
}
