import { type RawBuilder, sql } from 'kysely'

/** SQL that tells whether a row of `holds` holds its amount back now. */
export const isOpenHold = (row: string, now: number): RawBuilder<boolean> =>
  sql`(${sql.ref(`${row}.ended_at`)} is null and coalesce(${sql.ref(`${row}.until`)} > ${now}::bigint, true))`
