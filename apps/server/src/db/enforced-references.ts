import { sql } from 'kysely'

import type { Db } from './database.ts'

/** A reference that is checked by statement: the table and column that refer, and what they refer to. */
export type EnforcedReference = {
  readonly place: string
  readonly placeColumn: string
  readonly refersTo: string
  readonly refersToColumn: string
}

/** The list of `functions/enforced.sql`. */
export async function enforcedReferences(db: Db): Promise<EnforcedReference[]> {
  const { rows } = await sql<EnforcedReference>`select * from enforced_references()`.execute(db)
  return rows
}
