import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { PREPARED } from '../../db/prepared.ts'
import type { Core } from '../../core/core.ts'
import { drawTurn, keptAlive, lockFactLog } from './lock-fact-log.ts'
import type { Fact } from '../../network/facts.ts'
import { withWholeFiles } from './with-whole-files.ts'

/** The right to write the next facts, for the length of one transaction. */
export type FactLog = {
  /** The number of the last fact so far. */
  readonly last: number
  /** Count of facts that the transaction has written after it; with few of them, also the facts, which are not read again. */
  written(count: number, facts?: readonly Fact[]): void
}

/**
 * Writes facts, all or none, with no facts of other transactions in between, and none while a file of orders is half recorded.
 *
 * See `betweenSlices` for the lock that orders all facts, and `withWholeFiles` for who may not meet half a file.
 */
export const withFactLog = <T>(
  core: Core,
  work: (tx: Tx, log: FactLog) => Promise<T>,
): Promise<T> => withWholeFiles(core, () => betweenSlices(core, work))

/**
 * The same for slices of a file, and for facts that may come between two of them: single orders, registrations and their
 * confirmations, which no order of the file depends on as a whole and which may not wait for minutes.
 *
 * Every writer of facts locks the row of `fact_log` first and keeps it until the commit. So fact numbers
 * follow the order of commits, what is decided here is decided on all facts before, and two calls with the same order
 * meet here, one after the other. Locks of accounts come after this one, never before.
 */
export async function betweenSlices<T>(
  core: Core,
  work: (tx: Tx, log: FactLog) => Promise<T>,
): Promise<T> {
  // What is decided speaks of rows.
  const release = core.network.hold()
  try {
    const { answer, facts, turn } = await core.database.transaction(
      (tx) => inFactLog(core, tx, work),
      'facts',
    )
    if (facts === null) await core.network.applyCommit(core.database.read)
    else core.network.applyOwn(facts, turn)
    await core.database.upkeep.checkpointIfDue()
    return answer
  } finally {
    release()
  }
}

/**
 * The same as a part of an open transaction, whose owner runs it with `withWholeFiles`. After the commit the figures get the facts as
 * from another process.
 */
export const withFactLogIn = async <T>(
  core: Core,
  tx: Tx,
  work: (tx: Tx, log: FactLog) => Promise<T>,
): Promise<T> => (await inFactLog(core, tx, work)).answer

async function inFactLog<T>(
  core: Core,
  tx: Tx,
  work: (tx: Tx, log: FactLog) => Promise<T>,
): Promise<{ answer: T; facts: readonly Fact[] | null; turn: number }> {
  const lastFact = await lockFactLog(tx)
  await core.network.catchUp(tx)

  let count = 0
  let facts: readonly Fact[] | null = null
  const log: FactLog = {
    last: lastFact,
    written: (more, known) => {
      count += more
      facts = known ?? null
    },
  }
  const answer = await keptAlive(tx, () => work(tx, log))
  const turn = drawTurn()
  if (count > 0) {
    await sql`${PREPARED}
      update fact_log set last_fact = ${lastFact + count}, last_turn = ${turn}`.execute(tx)
  }
  return { answer, facts, turn }
}
