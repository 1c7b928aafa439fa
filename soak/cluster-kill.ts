/**
 * Kills PostgreSQL of the primary under load, every second time its whole machine.
 *
 * Figures: 0 acknowledged orders lost or doubled, writes back within 30 s, at most 0.1 % of the reads fail, `verify` clean
 * (CLU-016), and no write is answered otherwise than 503 with `Retry-After` (CLU-029).
 * Usage: node soak/cluster-kill.ts [--rounds 20] [--minutes 8] [--writes 100] [--reads 200]
 */
import { kill } from '../deploy/lib/cluster.ts'
import { soakCluster } from './lib/cluster-rounds.ts'

await soakCluster({
  name: 'cluster, primary killed',
  rounds: 20,
  mostBackMs: 30_000,
  breakIt: async ({ trial, primary }, round) => {
    const began = performance.now()
    kill(trial, round % 2 === 1 ? `${primary}/postgres` : primary)
    return began
  },
})
