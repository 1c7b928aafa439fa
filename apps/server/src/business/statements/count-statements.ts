import { createHash } from 'node:crypto'

import type { Database } from '../../db/database.ts'
import { readCursor } from '../../db/read-cursor.ts'
import { sql } from 'kysely'

/** How many statements of a month there are, by currency, and the SHA-256 over all of them. */
export type MadeStatements = {
  readonly period: string
  readonly byCurrency: ReadonlyMap<string, number>
  readonly sha256: string
}

/** Counts the statements of a month, and hashes them in the order of partner and currency. */
export async function countStatements(
  database: Pick<Database, 'snapshot'>,
  period: string,
): Promise<MadeStatements> {
  const byCurrency = new Map<string, number>()
  const hash = createHash('sha256')
  await database.snapshot(async (tx) => {
    const rows = readCursor<{ currency: string; content: string }>(
      tx,
      sql`select currency, content from statements where period = ${period} and content is not null
        order by partner_id, currency collate "C"`,
    )
    for await (const { currency, content } of rows) {
      byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + 1)
      hash.update(content)
    }
  })
  return { period, byCurrency, sha256: hash.digest('hex') }
}
