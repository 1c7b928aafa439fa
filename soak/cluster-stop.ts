/**
 * Stops the primary for longer than its lease (SIGSTOP) and lets it go on, under load: PostgreSQL alone, then with Patroni, in
 * turn.
 *
 * Figures: it never becomes primary again by itself, 0 acknowledged orders lost or doubled, writes back within 30 s (CLU-033).
 * Usage: node soak/cluster-stop.ts [--rounds 40] [--minutes 8] [--writes 100] [--reads 200]
 */
import { setTimeout as wait } from 'node:timers/promises'

import { signal } from '../deploy/lib/processes.ts'
import { leaderOf, soakCluster } from './lib/cluster-rounds.ts'

/** Longer than the ttl of 15 s. */
const STOPPED_MS = 20_000
const WATCHED_MS = 5_000

await soakCluster({
  name: 'cluster, primary stopped',
  rounds: 40,
  mostBackMs: 30_000,
  breakIt: async ({ trial, primary }, round) => {
    const began = performance.now()
    for (const program of round % 2 === 1 ? ['postgres'] : ['postgres', 'patroni']) {
      signal(trial.folder, `${primary}/${program}`, 'SIGSTOP')
    }
    return began
  },
  mend: async ({ trial, primary, fault, load }) => {
    await wait(STOPPED_MS)
    const before = load.counts.acknowledged
    for (const program of ['patroni', 'postgres'])
      signal(trial.folder, `${primary}/${program}`, 'SIGCONT')
    for (const end = performance.now() + WATCHED_MS; performance.now() < end; await wait(200)) {
      if ((await leaderOf(trial)) === primary) fault(`${primary} is primary again`)
    }
    if (load.counts.acknowledged === before) fault('no write was acknowledged after it went on')
  },
})
