import { randomInt } from 'node:crypto'

import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { PREPARED } from '../../db/prepared.ts'

/** `randomInt` draws at most this many numbers. */
const MOST_TURNS = 2 ** 48 - 1
/** The longest that a process which hangs can keep the fact log from all others. */
const LONGEST_PAUSE_MS = 7_000
/** Well below the longest pause, and rarer than calls: only work that takes long is kept alive. */
const KEPT_ALIVE_EVERY_MS = 2_000

/**
 * Takes the lock that orders all facts until the transaction ends, and returns the number of the last fact. The turns of
 * `write_turn` take the same.
 *
 * The database ends the transaction when no statement comes for 7 s: a process that hangs would stop all writes. Work that
 * pauses longer goes through `keptAlive`.
 *
 * Source: cluster.md, CLU-014.
 */
export async function lockFactLog(tx: Tx): Promise<number> {
  const { rows } = await sql<{ lastFact: number }>`${PREPARED}
    select last_fact, set_config('idle_in_transaction_session_timeout', '${sql.raw(String(LONGEST_PAUSE_MS))}', true)
    from lock_fact_log()`.execute(tx)
  return rows[0]!.lastFact
}

/** Draws what each transaction that writes facts leaves in the fact log; with the last number it names one history. */
export const drawTurn = (): number => randomInt(MOST_TURNS)

/** Runs work of a transaction that may compute or read its input for longer than the database lets it stand idle. */
export async function keptAlive<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // A failed statement of the work fails this one too, and the work reports it.
    last = sql`select`.execute(tx).catch(() => {})
  }, KEPT_ALIVE_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await last
  }
}
