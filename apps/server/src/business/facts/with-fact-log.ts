import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { PREPARED } from '../../db/prepared.ts'
import type { Core } from '../../core/core.ts'

/** The right to write the next facts, for the length of one transaction. */
export type FactLog = {
  /** The number of the last fact so far. */
  readonly last: number
  /** Count of facts that the transaction has written after it. */
  written(count: number): void
}

/**
 * Writes facts, all or none, with no facts of other transactions in between.
 *
 * Every writer of facts locks the row of `fact_log` first and keeps it until the commit. So fact numbers
 * follow the order of commits, what is decided here is decided on all facts before, and two calls with the same order
 * meet here, one after the other. Locks of accounts come after this one, never before.
 */
export async function withFactLog<T>(
  core: Core,
  work: (tx: Tx, log: FactLog) => Promise<T>,
): Promise<T> {
  // What is decided speaks of rows.
  const release = core.network.hold()
  try {
    const result = await core.database.transaction((tx) => inFactLog(core, tx, work), 'facts')
    await core.network.applyCommit(core.database.read)
    await core.database.upkeep.checkpointIfDue()
    return result
  } finally {
    release()
  }
}

async function inFactLog<T>(
  core: Core,
  tx: Tx,
  work: (tx: Tx, log: FactLog) => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ lastFact: number }>`${PREPARED}
    select last_fact from fact_log for update`.execute(tx)
  const { lastFact } = rows[0]!
  await core.network.catchUp(tx)

  let count = 0
  const answer = await work(tx, {
    last: lastFact,
    written: (facts) => (count += facts),
  })
  if (count > 0) {
    await sql`${PREPARED} update fact_log set last_fact = ${lastFact + count}`.execute(tx)
  }
  return answer
}
