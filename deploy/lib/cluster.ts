import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { emptyDisk, fillDisk, mayMount, mountDisks, unmountDisks } from './disks.ts'
import {
  bridgeOwner,
  cutLink,
  divert,
  healLinks,
  makeNetwork,
  mayMakeNamespaces,
  namespaces,
  removeNetwork,
} from './namespaces.ts'
import { missingPackages } from './packages.ts'
import { killAll, runningFolders, runningIn, signal, start } from './processes.ts'
import { appProgram, programsOf, wordsOn } from './programs.ts'
import { Refused } from './refused.ts'
import { run, tried } from './run.ts'
import { keepTrial, machinesOf, type Mode, newTrial, type Trial, withProgram } from './trial.ts'
import { writeFiles } from './write-files.ts'

/** Folders that the packages bring on real machines. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  db: ['lib/etcd', 'lib/postgresql', 'log/pgbackrest', 'run/postgresql', 'run/pgbackrest'],
  app: ['lib/partner-office'],
  balancer: ['run'],
  backup: ['lib/pgbackrest', 'lib/partner-office', 'log/pgbackrest', 'run/pgbackrest'],
  watch: ['lib/prometheus', 'lib/alertmanager'],
}

/** The longest paths of sockets that Linux takes are short. */
const LONGEST_FOLDER = 60
const PATIENCE_MS = 120_000
/** Ports of a machine that another one of the cluster calls. */
const PORTS = {
  database: ['2379', '2380', '5432', '8008'],
  balancer: ['3002', '5000', '8080', '8081'],
}

export type UpOptions = {
  readonly folder: string
  readonly apps: number
  readonly isLoopback: boolean
  /** Folder of the program that the app processes run; undefined: this one. */
  readonly program?: string | undefined
  readonly say: (line: string) => void
}

/**
 * Starts a cluster on this machine and waits until it answers.
 *
 * Refuses: missing packages, each by its name; a cluster that runs already; a folder with something in it.
 */
export async function up({ folder, apps, isLoopback, program, say }: UpOptions): Promise<Trial> {
  const missing = missingPackages(isLoopback)
  if (missing.length > 0)
    throw new Refused(`Missing packages: apt-get install ${missing.join(' ')}`)
  requireAlone(folder)
  const mode = modeOf(isLoopback, say)
  const trial = withProgram(newTrial(folder, mode, apps), program)
  makeFolder(trial)
  if (mode === 'namespaces') makeNetwork(trial)
  if (mayMount()) {
    run('chown', '-R', 'postgres:postgres', folder)
    mountDisks(trial)
  }
  say('building pages, if any are stale')
  run(process.execPath, join(trial.site.values['PROGRAM']!, 'scripts/build-web.mjs'))
  say('starting etcd, PostgreSQL and the rest')
  for (const each of programsOf(trial)) start(folder, each)
  await untilOk(trial, '8008', '/primary')
  await untilOk(trial, '8008', '/synchronous')
  say('a standby follows the primary; making the repository of backups')
  // While a node sends its log, the repository is locked.
  await until(async () => makesStanza(trial), 'the repository of backups')
  say('starting the app processes')
  for (const { name } of trial.site.apps) start(folder, appProgram(trial, name))
  const { PUBLIC_ORIGIN, BALANCER } = trial.site.values
  await until(() => isOk(`${PUBLIC_ORIGIN}/health/ready`), 'the balancer')
  // It asks the processes for the leader by another check, whose answer may come later.
  await until(() => isOk(`http://${BALANCER}:3002/health/leader`), 'the leader')
  return trial
}

function makesStanza(trial: Trial): boolean {
  const [command, ...words] = wordsOn(trial, 'backup', [...pgBackRestWords(trial), 'stanza-create'])
  return tried(command!, ...words)
}

/** Words of pgBackRest on the machine of backups. */
export const pgBackRestWords = ({ folder }: Trial): string[] => [
  'pgbackrest',
  `--config=${join(folder, 'backup/etc/pgbackrest.conf')}`,
  '--stanza=office',
]

/** Runs a program on a machine of the trial and returns what it said. */
export function runOn(trial: Trial, machine: string, ...words: string[]): string {
  const [command, ...rest] = wordsOn(trial, machine, words)
  return run(command!, ...rest)
}

function requireAlone(folder: string): void {
  const running = bridgeOwnerOrRunning()
  if (running !== null) {
    throw new Refused(`A cluster runs already: deploy/cluster down --folder ${running}`)
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Refused(`${folder} is not empty: choose another one with --folder`)
  }
  if (folder.length > LONGEST_FOLDER) {
    throw new Refused(`${folder} is too long a path for sockets: choose one with --folder`)
  }
}

const bridgeOwnerOrRunning = (): string | null =>
  (existsSync('/usr/sbin/ip') ? bridgeOwner() : null) ?? runningFolders()[0] ?? null

function modeOf(isLoopback: boolean, say: (line: string) => void): Mode {
  if (isLoopback) return 'loopback'
  if (mayMakeNamespaces()) return 'namespaces'
  say('this account may make no network namespaces: all machines are loopback addresses')
  return 'loopback'
}

function makeFolder(trial: Trial): void {
  const { folder, site } = trial
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  keepTrial(trial)
  writeFiles(site, folder)
  for (const machine of machinesOf(site).keys()) {
    const names = FOLDERS[machine] ?? FOLDERS[machine.replace(/\d+$/, '')] ?? []
    for (const name of names) mkdirSync(join(folder, machine, 'var', name), { recursive: true })
  }
}

/** Waits until any database node answers 200. */
const untilOk = ({ site }: Trial, port: string, path: string): Promise<void> =>
  until(async () => {
    const asked = site.databases.map(({ address }) => isOk(`http://${address}:${port}${path}`))
    return (await Promise.all(asked)).includes(true)
  }, path)

/** True when an address answers 200. */
export async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/** Waits until something is so. Refuses: after two minutes. */
export async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; !(await isSo()); await wait(200)) {
    if (Date.now() > giveUpAt) throw new Refused(`${what} does not answer; see the folder log`)
  }
}

/** Stops everything of a cluster and removes it, also what a killed `up` has left. */
export async function down(folder: string): Promise<void> {
  const hasFolder = existsSync(join(folder, 'mode'))
  const owner = existsSync('/usr/sbin/ip') ? bridgeOwner() : null
  const isNetworkOurs = owner === folder || (owner === null && hasFolder)
  // Programs that a killed `up` has started may outlive their folder.
  const isAnythingLeft = hasFolder || isNetworkOurs || runningIn(folder).length > 0
  if (!isAnythingLeft) throw new Refused(`No cluster runs in ${folder}`)
  await killAll(folder)
  unmountDisks(folder)
  if (isNetworkOurs && existsSync('/usr/sbin/ip') && namespaces().length + (owner ? 1 : 0) > 0) {
    removeNetwork()
  }
  if (hasFolder) rmSync(folder, { recursive: true, force: true })
}

/** Kills a part such as `db1/postgres`, or all parts of a machine. */
export function kill(trial: Trial, part: string): void {
  if (signal(trial.folder, part, 'SIGKILL') === 0) throw new Refused(`Nothing runs as ${part}`)
}

/** Cuts the link between two machines. Refuses: where machines are only loopback addresses. */
export function cut(trial: Trial, one: string, other: string): void {
  requireMachines(trial, one, other)
  requireNamespaces(trial, `cut ${one} from ${other}`)
  cutLink(trial, one, other)
}

/** Delays what goes from one machine to another one. Units: milliseconds. */
export function delay(trial: Trial, from: string, to: string, ms: number): void {
  requireMachines(trial, from, to)
  requireNamespaces(trial, `delay ${from} to ${to}`)
  const ports = to.startsWith('db') ? PORTS.database : to === 'balancer' ? PORTS.balancer : []
  if (ports.length === 0) throw new Refused(`Nobody calls ${to}, so nothing can be delayed`)
  divert(trial, from, to)
  const program = join(import.meta.dirname, 'delay-link.ts')
  const address = machinesOf(trial.site).get(to)!
  const words = [process.execPath, program, from, address, String(ms), ...ports]
  start(trial.folder, { part: `links/${from}-${to}`, words, environment: {} })
}

/** Fills the disk of a database node. */
export function fill(trial: Trial, machine: string, leaveMb: number): void {
  requireMachines(trial, machine)
  fillDisk(trial, machine, leaveMb)
}

/** Starts an app process again with a wrong clock. Units: seconds. */
export async function skew(trial: Trial, app: string, seconds: number): Promise<void> {
  if (trial.site.apps.every(({ name }) => name !== app))
    throw new Refused(`${app} is no app process`)
  signal(trial.folder, app, 'SIGTERM')
  await until(
    async () => runningIn(trial.folder).every(({ part }) => part !== `${app}/office`),
    app,
  )
  start(trial.folder, appProgram(trial, app, seconds * 1_000))
}

/** Mends links, disks and clocks, lets stopped programs go on, and starts what does not run. */
export async function heal(trial: Trial): Promise<void> {
  const { folder, site, mode } = trial
  signal(folder, 'links', 'SIGKILL')
  if (mode === 'namespaces') healLinks(trial)
  for (const { name } of site.databases) emptyDisk(folder, name)
  for (const { name } of [...site.databases, ...site.apps]) signal(folder, name, 'SIGCONT')
  const skewed = runningIn(folder).filter(({ skewMs }) => skewMs !== 0)
  for (const { part } of skewed) await skew(trial, part.split('/')[0]!, 0)
  startMissing(trial)
}

/** Starts every program that does not run. */
export function startMissing(trial: Trial): void {
  const running = new Set(runningIn(trial.folder).map(({ part }) => part))
  const apps = trial.site.apps.map(({ name }) => appProgram(trial, name))
  for (const program of [...programsOf(trial), ...apps]) {
    if (!running.has(program.part)) start(trial.folder, program)
  }
}

/** One line for each program that runs or should run, and who leads. */
export async function status(trial: Trial): Promise<string[]> {
  const { site, folder } = trial
  const running = runningIn(folder)
  const apps = site.apps.map(({ name }) => appProgram(trial, name))
  const programs = [...programsOf(trial), ...apps].map(({ part }) => part)
  const databases = site.databases.map(({ name }) => `${name}/postgres`)
  const lines = [...programs, ...databases].map((part) => {
    const pids = running.filter((one) => one.part === part).map(({ pid }) => pid)
    return `${part.padEnd(20)} ${pids.length === 0 ? 'does not run' : `runs, pid ${Math.min(...pids)}`}`
  })
  const roles = await Promise.all(
    site.databases.map(async ({ name, address }) => {
      const isPrimary = await isOk(`http://${address}:8008/primary`)
      const isSynchronous = !isPrimary && (await isOk(`http://${address}:8008/synchronous`))
      return `${name.padEnd(20)} ${isPrimary ? 'primary' : isSynchronous ? 'synchronous standby' : 'standby or away'}`
    }),
  )
  return [...lines.toSorted(), ...roles, `office               ${site.values['PUBLIC_ORIGIN']}`]
}

function requireMachines({ site }: Trial, ...names: string[]): void {
  const machines = machinesOf(site)
  const unknown = names.find((name) => !machines.has(name))
  if (unknown !== undefined)
    throw new Refused(`${unknown} is no machine: ${[...machines.keys()].join(', ')}`)
}

function requireNamespaces({ mode }: Trial, what: string): void {
  if (mode === 'loopback') throw new Refused(`Loopback cannot ${what}: start the cluster as root`)
}
