import { join } from 'node:path'

import { isOk, pgBackRestWords, runOn, startMissing, until } from '../../deploy/lib/cluster.ts'
import { runningIn, signal, start } from '../../deploy/lib/processes.ts'
import { programsOf } from '../../deploy/lib/programs.ts'
import type { Trial } from '../../deploy/lib/trial.ts'
import type { ClusterLoad } from './cluster-load.ts'
import { steady } from './cluster-rounds.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Chapters of docs/operations.md whose commands are run. */
export const CHAPTERS = [
  'A day',
  'A month end',
  'A failed close',
  'A lost primary',
  "A lost operator's factor",
  'An upgrade',
  'A restored backup',
]

/** What a line needs: the cluster, and the primary and an instant as they were when its chapter began. */
type Here = {
  readonly trial: Trial
  readonly load: ClusterLoad
  readonly primary: string
  readonly instant: string
}
type Run = (here: Here, words: readonly string[]) => unknown

const PROGRAMS: Readonly<Record<string, Run>> = {
  'patronictl -c /etc/patroni/config.yml': ({ trial, primary }, words) => {
    const config = join(trial.folder, primary, 'etc/patroni/config.yml')
    runOn(trial, primary, 'patronictl', '-c', config, ...words)
  },
  'pgbackrest --stanza=office': ({ trial }, words) =>
    runOn(trial, 'backup', ...pgBackRestWords(trial), ...words),
  'curl -s': ({ trial }, words) => runOn(trial, 'balancer', 'curl', '-sf', ...words),
  'npm run -s office --': async ({ trial, load }, words) => {
    const leader = `http://${trial.site.values['BALANCER']}:3002/health/leader`
    await until(() => isOk(leader), 'the leader')
    await load.office(words)
  },
  'node deploy/restore.ts': ({ trial, primary }, words) => {
    const at = (path: string) => join(trial.folder, primary, path)
    const program = [process.execPath, join(ROOT, 'deploy/restore.ts'), ...words]
    const config = `PGBACKREST_CONFIG=${at('etc/pgbackrest.conf')}`
    runOn(trial, primary, 'env', config, ...program, '--data', at('var/lib/postgresql/office'))
  },
  'node deploy/update-postgres.ts': ({ trial, primary }) => {
    const config = join(trial.folder, primary, 'etc/patroni/config.yml')
    const program = join(ROOT, 'deploy/update-postgres.ts')
    runOn(trial, primary, process.execPath, program, '--config', config)
  },
  'systemctl stop': ({ trial, primary }, [unit]) => stop(trial, partsOf(trial, unit!, primary)),
  'systemctl start': (here, [unit]) => begin(here, unit!),
  'systemctl restart': async (here, [unit]) => {
    await stop(here.trial, partsOf(here.trial, unit!, here.primary))
    await begin(here, unit!)
  },
}

/** The programs that a unit stands for; those of the primary come last. */
function partsOf({ site }: Trial, unit: string, primary: string): string[] {
  const [, app] = /^partner-office@(.+)$/.exec(unit) ?? []
  if (app === '*') return site.apps.map(({ name }) => `${name}/office`)
  if (app !== undefined) return [`${app}/office`]
  if (unit !== 'patroni') throw new Error(`${unit} is no unit of this table`)
  const others = site.databases.map(({ name }) => name).filter((name) => name !== primary)
  return [...others, primary].map((name) => `${name}/patroni`)
}

async function stop(trial: Trial, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    signal(trial.folder, part, 'SIGTERM')
    await until(async () => runningIn(trial.folder).every((one) => one.part !== part), part)
  }
}

async function begin({ trial, primary }: Here, unit: string): Promise<void> {
  if (unit === 'patroni') {
    const first = programsOf(trial).find(({ part }) => part === `${primary}/patroni`)!
    start(trial.folder, first)
    const { address } = trial.site.databases.find(({ name }) => name === primary)!
    await until(() => isOk(`http://${address}:8008/primary`), `${primary} as primary`)
  }
  startMissing(trial)
  await steady(trial)
  for (const { name, address, officePort } of trial.site.apps) {
    await until(() => isOk(`http://${address}:${officePort}/health/ready`), name)
  }
}

/** The lines of the `sh` blocks of a chapter, without their comments. */
export function linesOf(document: string, chapter: string): string[] {
  const text = document.split(`\n### ${chapter}\n`)[1]?.split(/\n###? /)[0] ?? ''
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)]
    .flatMap(([, block]) => block!.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '')
}

/** The program of a line. Refuses: one that stands in no table. */
export function programOf(line: string): string {
  const name = Object.keys(PROGRAMS).find((each) => line === each || line.startsWith(`${each} `))
  if (name === undefined) throw new Error(`No table says how to run ${line}`)
  return name
}

/** Runs one line. Refuses: one whose program stands in no table. */
export async function runLine(here: Here, line: string): Promise<void> {
  const name = programOf(line)
  const rest = line
    .slice(name.length)
    .replaceAll('YYYY-MM', lastMonth())
    .replaceAll('EMAIL', 'ann@example.com')
    .replaceAll('TEXT', 'soak')
    .replaceAll('BALANCER', here.trial.site.values['BALANCER']!)
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00/, here.instant)
  const words = [...rest.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
  await PROGRAMS[name]!(here, words)
}

const lastMonth = (): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7)
}
