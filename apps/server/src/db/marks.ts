import { type Kysely, sql } from 'kysely'

import type { Schema } from './schema.ts'

/** Where the logs stand: the last fact, the last change of a partner, the last plan. */
export type Marks = { readonly fact: number; readonly change: number; readonly plan: number }

/** One statement on whatever connection; see `readMarks`. */
export const MARKS = `
  select f.last_fact as fact, c.last_change as change, (select coalesce(max(version), 0) from plans) as plan
  from fact_log f, change_log c`

/** The numbers of what was committed last; everything with a smaller one is committed too. */
export async function readMarks(db: Kysely<Schema>): Promise<Marks> {
  const { rows } = await sql.raw<Marks>(MARKS).execute(db)
  return rows[0]!
}
