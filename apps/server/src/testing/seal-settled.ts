import { setTimeout as wait } from 'node:timers/promises'

import {
  type SealCandidate,
  sealCandidate,
  sealTransfers,
} from '../business/ledger/seal-transfers.ts'
import type { Db } from '../db/database.ts'

const PAUSE_MS = 20

/** Seals the existing transfers. Sealing waits for all open transactions of the cluster, also of other tests. */
export async function sealSettled(db: Db, now: number, candidate?: SealCandidate): Promise<number> {
  const upTo = candidate ?? (await sealCandidate(db))
  for (;;) {
    const blocks = await sealTransfers(db, upTo, now)
    if (blocks > 0) return blocks
    await wait(PAUSE_MS)
  }
}
