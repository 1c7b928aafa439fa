/**
 * Restores the database of a cluster to an instant as docs/operations.md says ("A restored backup"), while one app process is
 * not stopped.
 *
 * Figures: the restored database is in quarantine, holds what was committed at the instant and nothing later, and all nodes
 * follow it; the process that went on notices the other history and serves its figures before it is ready (CLU-013).
 * Usage: node soak/cluster-restored.ts
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { isOk, pgBackRestWords, runOn, startMissing, until } from '../deploy/lib/cluster.ts'
import { runningIn, signal, start } from '../deploy/lib/processes.ts'
import { programsOf } from '../deploy/lib/programs.ts'
import type { Trial } from '../deploy/lib/trial.ts'
import { onCluster, steady } from './lib/cluster-rounds.ts'

const RESTORE = join(import.meta.dirname, '../deploy/restore.ts')
/** Goes on through the restore. */
const KEPT = 'app3'

await onCluster('cluster, restored', 1, async ({ trial, load, fault }) => {
  load.begin({ writes: 20, reads: 10 })
  runOn(trial, 'backup', ...pgBackRestWords(trial), '--type=full', 'backup')
  const { primary } = await steady(trial)
  const instant = sql(trial, primary, 'select clock_timestamp()')
  const before = Number(sql(trial, primary, 'select last_fact from fact_log'))
  await wait(3_000)
  await load.pause()
  const after = Number(sql(trial, primary, 'select last_fact from fact_log'))
  sql(trial, primary, 'select pg_switch_wal()')
  await wait(5_000)

  for (const { name } of trial.site.apps) if (name !== KEPT) await stop(trial, `${name}/office`)
  const nodes = trial.site.databases.map(({ name }) => name)
  for (const node of [...nodes.filter((name) => name !== primary), primary]) {
    await stop(trial, `${node}/patroni`)
  }
  const config = join(trial.folder, primary, 'etc/pgbackrest.conf')
  const data = join(trial.folder, primary, 'var/lib/postgresql/office')
  const environment = ['env', `PGBACKREST_CONFIG=${config}`]
  runOn(trial, primary, ...environment, process.execPath, RESTORE, instant, '--data', data)
  start(
    trial.folder,
    programsOf(trial).find(({ part }) => part === `${primary}/patroni`)!,
  )
  const address = trial.site.databases.find(({ name }) => name === primary)!.address
  await until(() => isOk(`http://${address}:8008/primary`), `${primary} as primary`)
  startMissing(trial)
  const now = await steady(trial)
  const fact = Number(sql(trial, now.primary, 'select last_fact from fact_log'))
  // Facts that were committed while the instant was read may be before or after it.
  if (fact > after - 1 || fact < before - 20) fault(`fact ${fact} of ${before}, then ${after}`)
  await isReady(trial)
  const metrics = await metricsOf(trial)
  if (!/^partner_office_quarantine 1$/m.test(metrics)) fault('the database is not in quarantine')
  const histories = /^partner_office_figures_histories (\d+)$/m.exec(metrics)?.[1]
  if (histories !== '1') fault(`${KEPT} noticed ${histories} other histories`)
  await load.office(['verify'])
  await load.office(['restored', 'show'])
  await load.office(['restored', 'accept', '--reason', 'soak'])
  return [`restored to fact ${fact} of ${after}; ${KEPT} went on with another history`]
})

function sql(trial: Trial, node: string, statement: string): string {
  const socket = join(trial.folder, node, 'var/run/postgresql')
  const words = ['-h', socket, '-U', 'postgres', '-d', 'office', '-X', '-At', '-c', statement]
  return runOn(trial, node, 'psql', ...words).trim()
}

async function stop(trial: Trial, part: string): Promise<void> {
  signal(trial.folder, part, 'SIGTERM')
  await until(async () => runningIn(trial.folder).every((one) => one.part !== part), part)
}

async function isReady({ site }: Trial): Promise<void> {
  for (const { address, officePort, name } of site.apps) {
    await until(() => isOk(`http://${address}:${officePort}/health/ready`), name)
  }
}

/** What the process says that was not stopped. */
async function metricsOf({ site }: Trial): Promise<string> {
  const { address, metricsPort } = site.apps.find(({ name }) => name === KEPT)!
  return (await fetch(`http://${address}:${metricsPort}/metrics`)).text()
}
