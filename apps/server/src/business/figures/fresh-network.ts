import { setTimeout as wait } from 'node:timers/promises'

import { Refusal } from '@partner-office/domain'

import type { Network } from '../../network/network.ts'
import type { Core } from '../../core/core.ts'

const PATIENCE_MS = 2_000
/** Wait for a silent database; after it, an answer with older figures is better than none. */
const SILENT_PATIENCE_MS = 250
const OLDEST_ANSWER_MS = 60_000
/** After it, the listener has noticed too that the connection is lost. */
const NOTICED_AFTER_MS = 400

/**
 * The figures with everything in them that had been committed when they were asked for.
 *
 * While the database is silent they are answered as they were, for a minute at most; every answer then says how old they
 * are. While it answers, what is known to be committed and not in them yet is never left out.
 *
 * Refuses: `data_not_ready`, when that takes long: a new plan makes all figures again.
 * Source: decisions D-104; cluster.md, CLU-016; docs/operations.md, "Figures".
 */
export async function freshNetwork({ network, database }: Core): Promise<Network> {
  if (network.isFresh()) return network
  const fresh = network.refresh(database.read).then(() => true)
  fresh.catch(() => {})
  const isSilent = network.ageMs() > SILENT_PATIENCE_MS
  try {
    for (const patience of isSilent ? [SILENT_PATIENCE_MS, PATIENCE_MS] : [PATIENCE_MS]) {
      const isFresh = await Promise.race([fresh, wait(patience, false, { ref: false })])
      if (isFresh || mayAnswer(network)) return network
    }
  } catch (error) {
    if (!mayAnswer(network)) await wait(NOTICED_AFTER_MS, undefined, { ref: false })
    if (!mayAnswer(network)) throw error
    return network
  }
  throw new Refusal('data_not_ready')
}

/** True when the figures are fresh, or as new as this process can know while the database is silent, and not too old. */
function mayAnswer(network: Network): boolean {
  if (network.isFresh()) return true
  const age = network.ageMs()
  return age > 0 && age < OLDEST_ANSWER_MS && !network.isOfOtherHistory()
}
