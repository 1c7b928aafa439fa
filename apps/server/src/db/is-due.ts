import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the time of a next try has come. One further away than the longest wait was set while the clock was ahead: it has
 * come too, so that a clock that jumps ahead and back delays nothing.
 */
export const isDue = (column: string, now: number, longestWaitMs: number): RawBuilder<boolean> =>
  sql`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now + longestWaitMs})`
