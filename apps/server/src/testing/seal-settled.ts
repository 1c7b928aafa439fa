import { setTimeout as wait } from 'node:timers/promises'

import {
  type SealCandidate,
  sealCandidate,
  sealHistory,
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

/** Seals facts, journal and audit log as they stand. Waits as `sealSettled` does. */
export async function sealHistorySettled(db: Db, now: number): Promise<void> {
  const upTo = await sealCandidate(db)
  while ((await sealHistory(db, upTo, now)) === 0) await wait(PAUSE_MS)
}
