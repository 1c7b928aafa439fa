import { sql } from 'kysely'

import type { Database, Tx } from './database.ts'

/**
 * Makes the commit of `tx` wait until everything that was committed before it is on the synchronous standby: what a transaction
 * only reads may have been committed without that, and is about to be answered as done.
 */
export async function awaitReplication({ kind }: Pick<Database, 'kind'>, tx: Tx): Promise<void> {
  if (kind === 'postgres') {
    await sql`select pg_logical_emit_message(true, 'partner_office', '')`.execute(tx)
  }
}
