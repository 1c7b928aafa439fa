import { type RawBuilder, sql } from 'kysely'

import type { Tx } from './database.ts'

const ROWS_A_FETCH = 5_000

/** Rows of a query of any size, fetched a few thousand at a time. */
export async function* readCursor<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<Row> {
  await sql`declare export_rows no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_A_FETCH)} from export_rows`.execute(tx)
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close export_rows`.execute(tx)
}
