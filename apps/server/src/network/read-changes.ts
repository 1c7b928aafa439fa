import { sql } from 'kysely'

import type { Db } from '../db/database.ts'

/** A partner whose row was changed, with its current names. */
export type ChangedPartner = {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
}

/** Reads the partners of the change numbers in (after, upTo], each once. */
export async function readChangedPartners(
  db: Db,
  after: number,
  upTo: number,
): Promise<ChangedPartner[]> {
  const { rows } = await sql<ChangedPartner>`
    select id, first_name, last_name from partners
    where id in (select partner_id from partner_changes where change > ${after} and change <= ${upTo})`.execute(
    db,
  )
  return rows
}
