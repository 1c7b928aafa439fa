import { sql } from 'kysely'

import type { Tx } from './database.ts'
import { APPLICATION_ROLE } from './postgres-pools.ts'

/** Runs `work` of an owner's transaction with the application's rights, so that the journal records what it writes. */
export async function asApplication<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ owner: string }>`select current_user as owner`.execute(tx)
  await sql`set local role ${sql.ref(APPLICATION_ROLE)}`.execute(tx)
  const answer = await work()
  await sql`set local role ${sql.ref(rows[0]!.owner)}`.execute(tx)
  return answer
}
