import { sql } from 'kysely'

import type { Db } from '../db/database.ts'

const HOUR_MS = 3_600_000
/** A larger change between two observations is a jump; clocks that are set right slowly change by less. */
const JUMP_MS = 5_000
/** How far the clocks of two machines may differ for what cannot be undone. */
const APART_MS = 5_000
/** A larger difference is reported. Source: cluster.md, D-197. */
export const REPORTED_APART_MS = 2_000

/** Tells whether work that cannot be undone may rely on the clock. */
export type TrustedClock = {
  /** Why the clock is not to be relied on now; null when it is. */
  problem(db: Db): Promise<string | null>
  /** How far the clock is ahead of that of the database; negative: behind. Units: milliseconds. */
  apart(db: Db): Promise<number>
}

/**
 * Compares the clock of this machine with that of the database, and with the time that has gone by since the last look.
 *
 * The clock counts as steady an hour after its last jump, and an hour after the start: what it did before is not known.
 */
export class ClockWatch implements TrustedClock {
  readonly #clock: () => number
  readonly #elapsed: () => number
  #offset: number
  #steadySince: number

  constructor(clock: () => number, elapsed: () => number = () => performance.now()) {
    this.#clock = clock
    this.#elapsed = elapsed
    this.#steadySince = elapsed()
    this.#offset = clock() - this.#steadySince
  }

  /** Each call is a look at the clock, so it is called again and again. */
  async problem(db: Db): Promise<string | null> {
    const elapsed = this.#elapsed()
    const offset = this.#clock() - elapsed
    if (Math.abs(offset - this.#offset) > JUMP_MS) this.#steadySince = elapsed
    this.#offset = offset
    if (elapsed - this.#steadySince < HOUR_MS) {
      return 'the clock of this machine has not gone steadily for an hour'
    }
    const apart = Math.abs(await this.apart(db))
    return apart > APART_MS
      ? `the clocks of this machine and of the database are ${Math.round(apart / 1_000)} s apart`
      : null
  }

  /** What the answer may have taken on its way is no difference. */
  async apart(db: Db): Promise<number> {
    const before = this.#clock()
    const there = await databaseTime(db)
    const after = this.#clock()
    return before > there ? before - there : Math.min(0, after - there)
  }
}

async function databaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  return rows[0]!.now
}
