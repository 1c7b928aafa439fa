import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { onMachine } from './namespaces.ts'
import type { Program } from './processes.ts'
import type { Trial } from './trial.ts'

/** All programs of a trial in the order of their start; the app processes come last, when there is a database. */
export function programsOf(trial: Trial): Program[] {
  const { databases } = trial.site
  const ofDatabases = [etcd, pgBackRest, nodeExporter, patroni].flatMap((program) =>
    databases.map(({ name }) => program(trial, name)),
  )
  const balancerFile = join(trial.folder, 'balancer/etc/haproxy/haproxy.cfg')
  const balancer = onlyOn(trial, 'balancer', 'haproxy', [
    'haproxy',
    '-db',
    '-W',
    '-f',
    balancerFile,
  ])
  return [
    ...ofDatabases,
    pgBackRest(trial, 'backup'),
    balancer,
    prometheus(trial),
    alertmanager(trial),
  ]
}

/** An app process; `skewMs`: how far its clock is wrong. */
export function appProgram(trial: Trial, name: string, skewMs = 0): Program {
  const root = join(trial.folder, name)
  const { PROGRAM, NODE } = trial.site.values
  const clock = join(import.meta.dirname, 'skewed-clock.mjs')
  const words = [
    NODE!,
    ...(skewMs === 0 ? [] : ['--import', clock]),
    join(PROGRAM!, 'apps/server/src/main.ts'),
  ]
  const environment = readEnvironment(join(root, 'etc/partner-office', `${name}.env`))
  return {
    ...onlyOn(trial, name, 'office', words),
    environment: { ...environment, CLOCK_SKEW_MS: String(skewMs), LOG_LEVEL: 'warn' },
  }
}

/** Words that run a program on a machine of a trial, with the account that owns its files. */
export function wordsOn({ mode }: Trial, machine: string, words: readonly string[]): string[] {
  const account = process.getuid?.() === 0 ? AS_POSTGRES : []
  return [...(mode === 'namespaces' ? onMachine(machine) : []), ...account, ...words]
}

/** PostgreSQL and pgBackRest refuse to run as root. */
const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']

const onlyOn = (
  trial: Trial,
  machine: string,
  name: string,
  words: readonly string[],
): Program => ({
  part: `${machine}/${name}`,
  words: wordsOn(trial, machine, words),
  environment: { HOME: join(trial.folder, machine), LANG: 'C.UTF-8' },
})

function etcd(trial: Trial, machine: string): Program {
  const environment = readEnvironment(join(trial.folder, machine, 'etc/default/etcd'))
  return { ...onlyOn(trial, machine, 'etcd', ['etcd']), environment }
}

const patroni = (trial: Trial, machine: string): Program =>
  onlyOn(trial, machine, 'patroni', [
    'patroni',
    join(trial.folder, machine, 'etc/patroni/config.yml'),
  ])

const pgBackRest = (trial: Trial, machine: string): Program =>
  onlyOn(trial, machine, 'pgbackrest', [
    'pgbackrest',
    `--config=${join(trial.folder, machine, 'etc/pgbackrest.conf')}`,
    'server',
  ])

const nodeExporter = (trial: Trial, machine: string): Program =>
  onlyOn(trial, machine, 'node-exporter', withArguments(trial, machine, 'prometheus-node-exporter'))

const prometheus = (trial: Trial): Program =>
  onlyOn(trial, 'watch', 'prometheus', [
    ...withArguments(trial, 'watch', 'prometheus'),
    `--config.file=${join(trial.folder, 'watch/etc/prometheus/prometheus.yml')}`,
    `--storage.tsdb.path=${join(trial.folder, 'watch/var/lib/prometheus')}`,
  ])

const alertmanager = (trial: Trial): Program =>
  onlyOn(trial, 'watch', 'alertmanager', [
    ...withArguments(trial, 'watch', 'prometheus-alertmanager'),
    `--config.file=${join(trial.folder, 'watch/etc/prometheus/alertmanager.yml')}`,
    `--storage.path=${join(trial.folder, 'watch/var/lib/alertmanager')}`,
  ])

/** A program with the words that its file in /etc/default gives it. */
function withArguments({ folder }: Trial, machine: string, name: string): string[] {
  const { ARGS = '' } = readEnvironment(join(folder, machine, 'etc/default', name))
  return [name, ...ARGS.split(' ')]
}

const readEnvironment = (path: string): Record<string, string> =>
  parseEnv(readFileSync(path, 'utf8')) as Record<string, string>
