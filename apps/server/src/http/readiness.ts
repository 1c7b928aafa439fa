import { setTimeout as wait } from 'node:timers/promises'

import type { Database } from '../db/database.ts'

const PATIENCE_MS = 2_000

/** Whether requests would be answered now, and why not. */
export class Readiness {
  /** How far the process has come in its life. */
  phase: 'starting' | 'serving' | 'stopping' = 'starting'

  /** Null when ready, else the reason. */
  async problem(database: Database): Promise<string | null> {
    if (this.phase !== 'serving') return this.phase
    const isRoom = await database.upkeep.requireRoom().then(isTrue, isFalse)
    if (!isRoom) return 'disk_full'
    const answered = database.read.selectFrom('factLog').select('lastFact').execute()
    const isAnswered = await Promise.race([
      answered.then(isTrue, isFalse),
      wait(PATIENCE_MS, false, { ref: false }),
    ])
    return isAnswered ? null : 'database'
  }
}

const isTrue = (): boolean => true
const isFalse = (): boolean => false
