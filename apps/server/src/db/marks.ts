import { type Kysely, sql } from 'kysely'

import { PREPARED } from './prepared.ts'
import type { Schema } from './schema.ts'

/** Last committed numbers: fact, change of a partner, plan. */
export type Marks = { readonly fact: number; readonly change: number; readonly plan: number }

/** Query of the marks, for any connection; see `readMarks`. */
export const MARKS = `
  select f.last_fact as fact, c.last_change as change, (select coalesce(max(version), 0) from plans) as plan
  from fact_log f, change_log c`

/** Reads the last committed numbers; all smaller numbers are committed too. */
export async function readMarks(db: Kysely<Schema>): Promise<Marks> {
  const { rows } = await sql<Marks>`${PREPARED} ${sql.raw(MARKS)}`.execute(db)
  return rows[0]!
}
