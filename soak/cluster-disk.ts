/**
 * Fills the disk of the primary under load: in steps, and at once, in turn.
 *
 * Figures: if PostgreSQL stops, the synchronous standby is primary within 30 s; 0 acknowledged orders lost or doubled; the old
 * primary rejoins when there is room (CLU-022).
 * Usage: node soak/cluster-disk.ts [--rounds 4] [--minutes 8] [--writes 100] [--reads 200]
 */
import { setTimeout as wait } from 'node:timers/promises'

import { fill } from '../deploy/lib/cluster.ts'
import { leaderOf, soakCluster } from './lib/cluster-rounds.ts'

const STEPS_MB = [128, 64, 32, 16]
const WATCHED_MS = 30_000

await soakCluster({
  name: 'cluster, disk of the primary full',
  rounds: 4,
  mostBackMs: 60_000,
  breakIt: async ({ trial, primary, load }, round) => {
    for (const mb of round % 2 === 1 ? STEPS_MB : []) {
      fill(trial, primary, mb)
      await wait(2_000)
    }
    fill(trial, primary, 0)
    // Nothing happens until PostgreSQL needs room: it has WAL segments in reserve.
    for (const end = performance.now() + WATCHED_MS; performance.now() < end; await wait(250)) {
      if ((await leaderOf(trial)) !== primary) break
    }
    return load.lastAcknowledged() ?? performance.now()
  },
})
