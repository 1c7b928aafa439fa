/**
 * Stops all members of etcd under load, then a standby in addition, then starts etcd again.
 *
 * Figures: writes and reads go on without etcd; with a node gone in addition no second primary appears and reads go on; writes
 * are back within 30 s after etcd is (CLU-021).
 * Usage: node soak/cluster-etcd.ts [--rounds 1] [--seconds 300] [--minutes 8] [--writes 100] [--reads 200]
 */
import { setTimeout as wait } from 'node:timers/promises'

import { isOk, kill, startMissing } from '../deploy/lib/cluster.ts'
import { secondsOf, soakCluster } from './lib/cluster-rounds.ts'

const WITHOUT_ETCD_MS = secondsOf(300) * 1_000
const NODE_GONE_MS = 25_000

await soakCluster({
  name: 'cluster, etcd gone',
  rounds: 1,
  mostBackMs: 30_000,
  breakIt: async ({ trial, load, other, fault }) => {
    const members = trial.site.databases
    for (const { name } of members) kill(trial, `${name}/etcd`)
    await wait(WITHOUT_ETCD_MS)
    const pause = load.longestPause()
    if (pause > 5_000) fault(`without etcd no write was acknowledged for ${Math.round(pause)} ms`)
    kill(trial, other)
    for (const end = performance.now() + NODE_GONE_MS; performance.now() < end; await wait(500)) {
      const asked = members.map(({ address }) => isOk(`http://${address}:8008/primary`))
      const primaries = (await Promise.all(asked)).filter(Boolean).length
      if (primaries > 1) fault(`${primaries} nodes are primary`)
    }
    const began = performance.now()
    startMissing(trial)
    return began
  },
})
