import { setTimeout as wait } from 'node:timers/promises'

import { Refusal } from '@partner-office/domain'

import type { Network } from '../../network/network.ts'
import type { Core } from '../core.ts'

const PATIENCE_MS = 2_000

/**
 * The figures with everything in them that had been committed when they were asked for.
 *
 * Refuses: `data_not_ready`, when that takes long: a new plan makes all figures again.
 * Source: decisions D-104.
 */
export async function freshNetwork({ network, database }: Core): Promise<Network> {
  const isFresh = await Promise.race([
    network.catchUp(database.read).then(() => true),
    wait(PATIENCE_MS, false, { ref: false }),
  ])
  if (!isFresh) throw new Refusal('data_not_ready')
  return network
}
