import { type Kysely, sql } from 'kysely'

import { PREPARED } from './prepared.ts'
import type { Schema } from './schema.ts'

/** Last committed numbers: fact, change of a partner, plan. */
export type Marks = {
  readonly fact: number
  readonly change: number
  readonly plan: number
  /** What the transaction that wrote the last fact has drawn: with the number it names one history. */
  readonly turn: number | null
}

/**
 * The database does not hold the facts that this process has applied: it was restored to an earlier state, lost commits in a
 * failover, or is another one behind the same name.
 */
export class OtherHistory extends Error {
  constructor() {
    super('the database has another history than the figures')
  }
}

/** Query of the marks, for any connection; see `readMarks`. */
export const MARKS = `
  select f.last_fact as fact, c.last_change as change, f.last_turn as turn, (select coalesce(max(version), 0) from plans) as plan
  from fact_log f, change_log c`

/** Reads the last committed numbers; all smaller numbers are committed too. */
export async function readMarks(db: Kysely<Schema>): Promise<Marks> {
  const { rows } = await sql<Marks>`${PREPARED} ${sql.raw(MARKS)}`.execute(db)
  return rows[0]!
}
