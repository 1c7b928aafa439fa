import { setImmediate as nextTurn } from 'node:timers/promises'

import { type RawBuilder, sql } from 'kysely'

import type { Tx } from './database.ts'

/** Few enough that reading their bytes delays no other call by more than a millisecond or two. */
const ROWS_A_FETCH = 500
/** The reader handles this many rows in one turn of the event loop: other calls are answered in between. */
const ROWS_A_TURN = 50

/** Rows of a query of any size, fetched some hundreds at a time. */
export async function* readCursor<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<Row> {
  for await (const rows of readTurns(tx, query)) yield* rows
}

/**
 * The text of a query's rows, in pieces of several lines: handing each line from stream to stream would take longer than
 * making it.
 */
export async function* readLines<Row>(
  tx: Tx,
  query: RawBuilder<Row>,
  lineOf: (row: Row) => string,
): AsyncGenerator<string> {
  for await (const rows of readTurns(tx, query)) yield rows.map((row) => lineOf(row)).join('')
}

/** The rows of one turn of the event loop after the other. */
async function* readTurns<Row>(tx: Tx, query: RawBuilder<Row>): AsyncGenerator<readonly Row[]> {
  await sql`declare export_rows no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_A_FETCH)} from export_rows`.execute(tx)
    if (rows.length === 0) break
    for (let from = 0; from < rows.length; from += ROWS_A_TURN) {
      await nextTurn()
      yield rows.slice(from, from + ROWS_A_TURN)
    }
  }
  await sql`close export_rows`.execute(tx)
}
