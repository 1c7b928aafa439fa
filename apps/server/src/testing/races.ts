import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Database, Tx } from '../db/database.ts'

/** The number of racing calls. Each waits on a backend of its own before the lock opens. */
export const RACERS = 20

/**
 * Runs calls one behind the other: each starts once all before it wait for a lock that `hold` has taken, so the lock is
 * theirs in this order.
 *
 * Returns the result of each call.
 */
export async function raceInOrder<T>(
  database: Database,
  hold: (tx: Tx) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const started: Promise<T>[] = []
  let ended: Promise<PromiseSettledResult<T>[]> = Promise.resolve([])
  await database.asOwner(async (tx) => {
    await hold(tx)
    for (const call of calls) {
      started.push(call())
      ended = Promise.allSettled(started)
      await untilWaiting(tx, started.length)
    }
  })
  return ended
}

/**
 * Runs calls as a race: all wait for a lock that `hold` has taken, each on a backend of its own, and continue at once.
 *
 * Returns the result of each call. Fails unless all of them wait for the lock at the same time.
 */
export async function race<T>(
  database: Database,
  hold: (tx: Tx) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  let started: Promise<PromiseSettledResult<T>[]> = Promise.resolve([])
  await database.asOwner(async (tx) => {
    await hold(tx)
    started = Promise.allSettled(calls.map((call) => call()))
    await untilWaiting(tx, calls.length)
  })
  return started
}

async function untilWaiting(tx: Tx, expected: number): Promise<void> {
  const deadline = performance.now() + 20_000
  for (;;) {
    // Inside a transaction PostgreSQL does not refresh the statistics otherwise.
    await sql`select pg_stat_clear_snapshot()`.execute(tx)
    const { rows } = await sql<{ waiting: number }>`
      select count(distinct pid) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
    if (rows[0]!.waiting >= expected) return
    if (performance.now() > deadline) {
      throw new Error(`Only ${rows[0]!.waiting} of ${expected} backends came to the lock`)
    }
    await wait(2)
  }
}
