/**
 * Brings the faults of `deploy/cluster` about, one after the other, and asks Prometheus for the alert of each; the second half of
 * them while the repository of backups is read-only.
 *
 * Figures: each alert stands while its fault does, and ends after healing (OBS-005); when archiving fails an alert stands after
 * 5 minutes, and two more where a disk is half full and four fifths full; no file of the log is thrown away (BKP-009).
 * Usage: node soak/cluster-alerts.ts
 */
import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { heal } from '../deploy/lib/cluster.ts'
import type { Trial } from '../deploy/lib/trial.ts'
import {
  ARCHIVE_FIRES_WITHIN_MS,
  FAULTS,
  FIRES_WITHIN_MS,
  WHILE_ARCHIVE_FAILS,
} from './lib/alert-faults.ts'
import { onCluster, steady } from './lib/cluster-rounds.ts'

const ENDS_WITHIN_MS = 150_000

await onCluster('cluster, alerts', 1, async ({ trial, load, fault }) => {
  load.begin({ writes: 10, reads: 10 })
  const lines: string[] = []
  const watch = async (what: string, alerts: readonly string[], withinMs: number) => {
    const began = performance.now()
    const stand = await becomes(trial, withinMs, (now) => alerts.every((name) => now.has(name)))
    if (!stand) fault(`${what}: ${alerts.join(', ')} did not fire`)
    return Math.round((performance.now() - began) / 1_000)
  }
  const end = async (what: string, alerts: readonly string[]) => {
    const ended = await becomes(
      trial,
      ENDS_WITHIN_MS,
      (now) => !alerts.some((name) => now.has(name)),
    )
    if (!ended) fault(`${what}: ${alerts.join(', ')} still stands after healing`)
  }
  const bringAll = async (faults: typeof FAULTS) => {
    for (const { alerts, bring } of faults) {
      const roles = await steady(trial)
      await bring(trial, roles)
      const seconds = await watch('the fault', alerts, FIRES_WITHIN_MS)
      await heal(trial)
      await end('after heal', alerts)
      lines.push(`${alerts.join(', ')} after ${seconds} s`)
      console.log(lines.at(-1))
    }
  }
  await bringAll(FAULTS)

  const { primary } = await steady(trial)
  const archive = join(trial.folder, 'backup/var/lib/pgbackrest/archive/office')
  chmodAll(archive, 0o500)
  const failsFrom = performance.now()
  await bringAll(WHILE_ARCHIVE_FAILS)
  await watch('the read-only repository', ['ArchiveFailing'], ARCHIVE_FIRES_WITHIN_MS)
  const seconds = Math.round((performance.now() - failsFrom) / 1_000)
  const waiting = waitingIn(trial, primary)
  if (waiting === 0) fault('no file of the log waits for the repository')
  chmodAll(archive, 0o700)
  await end('once the repository can be written', ['ArchiveFailing'])
  if (!(await becomesEmpty(trial, primary))) fault('files of the log still wait')
  return [
    ...lines,
    `ArchiveFailing within ${seconds} s, ${waiting} files of the log waited, and left afterwards`,
  ]
})

/** Names of the alerts that fire now. */
async function firing(trial: Trial): Promise<Set<string>> {
  const response = await fetch(`http://${trial.site.values['WATCH']}:9090/api/v1/alerts`)
  const { data } = (await response.json()) as {
    data: { alerts: { state: string; labels: { alertname: string } }[] }
  }
  const now = data.alerts.filter(({ state }) => state === 'firing')
  return new Set(now.map(({ labels }) => labels.alertname))
}

async function becomes(
  trial: Trial,
  withinMs: number,
  isSo: (now: Set<string>) => boolean,
): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await wait(1_000)) {
    if (isSo(await firing(trial).catch(() => new Set<string>()))) return true
  }
  return false
}

/** Root may write anywhere; pgBackRest runs as another account. */
function chmodAll(folder: string, mode: number): void {
  chmodSync(folder, mode)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), mode)
  }
}

function waitingIn({ folder }: Trial, node: string): number {
  const status = join(folder, node, 'var/lib/postgresql/office/pg_wal/archive_status')
  return readdirSync(status).filter((name) => name.endsWith('.ready')).length
}

async function becomesEmpty(trial: Trial, node: string): Promise<boolean> {
  for (const end = performance.now() + ENDS_WITHIN_MS; performance.now() < end; await wait(1_000)) {
    if (waitingIn(trial, node) === 0) return true
  }
  return false
}
