import { setImmediate as nextTurn } from 'node:timers/promises'

import { type RawBuilder, sql } from 'kysely'

import type { Tx } from './database.ts'

/** Few enough that reading their bytes delays no other call by more than a millisecond or two. */
const ROWS_A_FETCH = 500
/** The reader handles this many rows in one turn of the event loop: other calls are answered in between. */
const ROWS_A_TURN = 50

/** Rows of a query of any size, fetched some hundreds at a time. */
export async function* readCursor<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<Row> {
  await sql`declare export_rows no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_A_FETCH)} from export_rows`.execute(tx)
    if (rows.length === 0) break
    for (const [at, row] of rows.entries()) {
      if (at % ROWS_A_TURN === 0) await nextTurn()
      yield row
    }
  }
  await sql`close export_rows`.execute(tx)
}
