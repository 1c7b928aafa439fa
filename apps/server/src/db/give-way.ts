import { setTimeout as wait } from 'node:timers/promises'

import { type QueryExecutorProvider, sql } from 'kysely'

/** How long a change of the schema waits for a lock: calls that come after it wait behind it. Units: milliseconds. */
const LOCK_MS = 500
const REST_MS = 500
const PATIENCE_MS = 600_000
const LOCK_NOT_AVAILABLE = '55P03'

/** Limits how long the rest of a transaction waits for a lock. Source: cluster.md, UPG-005. */
export const limitWait = (tx: QueryExecutorProvider): Promise<unknown> =>
  sql.raw(`set local lock_timeout = ${LOCK_MS}`).execute(tx)

/** Repeats a transaction that could not have its locks soon, and lets calls go on in between. Fails: after ten minutes. */
export async function givingWay<T>(work: () => Promise<T>): Promise<T> {
  for (const giveUpAt = performance.now() + PATIENCE_MS; ; await wait(REST_MS)) {
    try {
      return await work()
    } catch (error) {
      const isLocked = (error as { code?: string }).code === LOCK_NOT_AVAILABLE
      if (!isLocked || performance.now() > giveUpAt) throw error
    }
  }
}
