import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'

/**
 * Runs a transaction whose refusals are kept too: what it counted before it refused stays counted.
 *
 * Refuses: as `work` does, after the commit.
 */
export async function keepOutcome<T>(core: Core, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outcome = await core.database.transaction(async (tx) => {
    try {
      return { value: await work(tx) }
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome.value
}
