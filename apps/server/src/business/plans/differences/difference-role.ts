import { sql } from 'kysely'

import type { Tx, Work as Queries } from '../../../db/database.ts'
import { DIFFERENCE_ROLE } from '../../../db/postgres-pools.ts'

type Work<T> = (tx: Tx) => Promise<T>

const acting =
  <T>(work: Work<T>): Work<T> =>
  async (tx) => {
    await sql`set local role ${sql.ref(DIFFERENCE_ROLE)}`.execute(tx)
    return work(tx)
  }

/**
 * Reads with the role of differences. A difference reads facts up to a number and closings that are sealed, which never change:
 * reads in several transactions see one state, and none of them keeps the database from serving.
 *
 * Source: requirements PLN-015.
 */
export const reading = <T>(database: Queries, work: Work<T>): Promise<T> =>
  database.snapshot(acting(work))

/** Writes results with the role of differences, which can write nothing else. */
export const writing = <T>(database: Queries, work: Work<T>): Promise<T> =>
  database.transaction(acting(work))
