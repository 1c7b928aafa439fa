/**
 * Delays what the synchronous standby gets by 500 ms under load; then kills both standbys, and starts them again.
 *
 * Figures: commits become slower and nothing else fails; with both standbys gone nothing is acknowledged and reads go on; writes
 * are back within 15 s after a standby is (CLU-023).
 * Usage: node soak/cluster-delay.ts [--rounds 5] [--minutes 8] [--writes 100] [--reads 200]
 */
import { setTimeout as wait } from 'node:timers/promises'

import { delay, kill, startMissing } from '../deploy/lib/cluster.ts'
import { soakCluster } from './lib/cluster-rounds.ts'

const DELAY_MS = 500
const SLOW_MS = 15_000
/** A commit whose flush a standby has confirmed may still be answered at the kill. */
const SETTLE_MS = 2_000
const ALONE_MS = 10_000

await soakCluster({
  name: 'cluster, slow standby, then none',
  rounds: 5,
  mostBackMs: 15_000,
  breakIt: async ({ trial, load, primary, synchronous, other, fault }) => {
    delay(trial, synchronous, primary, DELAY_MS)
    const slowFrom = performance.now()
    await wait(SLOW_MS)
    if (load.acknowledgedBetween(slowFrom + SLOW_MS / 2, performance.now()) === 0) {
      fault('no write was acknowledged behind a slow standby')
    }
    kill(trial, synchronous)
    kill(trial, other)
    await wait(SETTLE_MS)
    const before = load.counts.acknowledged
    await wait(ALONE_MS)
    const alone = load.counts.acknowledged - before
    if (alone > 0) fault(`${alone} writes were acknowledged without a standby`)
    const began = performance.now()
    startMissing(trial)
    return began
  },
})
