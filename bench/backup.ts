/**
 * Full backups of a cluster under load, read from a standby, and a restore of the last one to an instant.
 *
 * Figures: 99 of 100 orders take at most 1.2 times as long during a backup as without one (BKP-006). Time and size of backup and
 * restore are printed and not judged; of a large database, `bench/large-backup.ts` prints them (BKP-003).
 * Usage: node bench/backup.ts [--rounds 3] [--folder DIR]
 */
import { join } from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

import { pgBackRestWords, runOn } from '../deploy/lib/cluster.ts'
import { wordsOn } from '../deploy/lib/programs.ts'
import type { Trial } from '../deploy/lib/trial.ts'
import { sizesIn } from '../soak/lib/backup-check.ts'
import type { ClusterLoad } from '../soak/lib/cluster-load.ts'
import { onCluster } from '../soak/lib/cluster-rounds.ts'
import { spread } from './lib/report.ts'

const RATES = { writes: 50, reads: 50 }
const MOST = 1.2
const RESTORE = join(import.meta.dirname, '../soak/lib/restore-instant.ts')
const MIB = 2 ** 20

await onCluster('backup', 3, async ({ trial, load, fault }, rounds) => {
  load.begin(RATES)
  const ratios: number[] = []
  const backupMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const during = await timed(load, () => onBackup(trial, ...backupWords(trial)))
    backupMs.push(during.ms)
    const without = await timed(load, () => wait(during.ms))
    ratios.push(during.p99 / without.p99)
  }
  const instant = new Date().toISOString().replace('T', ' ').replace('Z', '+00')
  await wait(2_000)
  await load.pause()
  const config = join(trial.folder, 'backup/etc/pgbackrest.conf')
  const folder = join(trial.folder, 'backup/var/lib/partner-office/instant')
  const began = performance.now()
  const said = await onBackup(trial, process.execPath, RESTORE, config, folder, instant)
  const restoreMs = performance.now() - began
  const { problem } = JSON.parse(said.trim().split('\n').at(-1)!) as { problem: string | null }
  if (problem !== null) fault(problem)
  const { median, low, high } = spread(ratios)
  if (median > MOST) fault(`orders take ${median.toFixed(2)} times as long during a backup`)
  const info = runOn(trial, 'backup', ...pgBackRestWords(trial), '--output=json', 'info')
  const { size, stored } = sizesIn(info)
  return [
    `99 of 100 orders, during a backup against without: ${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}; at most ${MOST})`,
    `pgbackrest --type=full backup: ${(spread(backupMs).median / 1_000).toFixed(1)} s, ${(size / MIB).toFixed(0)} MiB, stored as ${(stored / MIB).toFixed(0)} MiB`,
    `pgbackrest --type=time restore, applied and verified: ${(restoreMs / 1_000).toFixed(1)} s`,
  ]
})

function backupWords(trial: Trial): string[] {
  return [...pgBackRestWords(trial), '--type=full', 'backup']
}

/** Runs a program on the machine of backups, while the load goes on. */
async function onBackup(trial: Trial, ...words: string[]): Promise<string> {
  const [command, ...rest] = wordsOn(trial, 'backup', words)
  return (await promisify(execFile)(command!, rest)).stdout
}

async function timed(load: ClusterLoad, work: () => Promise<unknown>) {
  const from = performance.now()
  await work()
  const to = performance.now()
  return { ms: to - from, p99: load.p99Between(from, to) }
}
