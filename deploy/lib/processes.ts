import { spawn } from 'node:child_process'
import { mkdirSync, openSync, closeSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A program of the trial cluster that runs. */
export type Running = {
  readonly pid: number
  /** Such as `db1/patroni`. */
  readonly part: string
  /** How far the clock of the program is wrong; 0 for most. */
  readonly skewMs: number
}

/** How to start a program of a part. */
export type Program = {
  readonly part: string
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

const FOLDER = 'OFFICE_CLUSTER'
const PART = 'OFFICE_PART'

/** Starts a program that goes on when this process ends. Its environment names the cluster, so that it is found again. */
export function start(folder: string, { part, words, environment }: Program): void {
  mkdirSync(join(folder, 'log'), { recursive: true })
  const log = openSync(join(folder, 'log', `${part.replace('/', '-')}.log`), 'a')
  const [command, ...rest] = words
  const child = spawn(command!, rest, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'] ?? '', ...environment, [FOLDER]: folder, [PART]: part },
  })
  child.on('error', (error) => process.stderr.write(`${part}: ${error.message}\n`))
  child.unref()
  closeSync(log)
}

/** Programs of a cluster that run now, by their environment; PostgreSQL, which Patroni starts, by its folder. */
export function runningIn(folder: string): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const part = partOf(name, folder)
      const skewMs = Number(environmentOf(name).get('CLOCK_SKEW_MS') ?? 0)
      return part === null ? [] : [{ pid: Number(name), part, skewMs }]
    })
}

/** Folders of all clusters that run on this machine. */
export function runningFolders(): string[] {
  const folders = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => environmentOf(name).get(FOLDER) ?? [])
  return [...new Set(folders)]
}

function partOf(pid: string, folder: string): string | null {
  const postgres = postgresOf(pid, folder)
  if (postgres !== null) return postgres
  const environment = environmentOf(pid)
  return environment.get(FOLDER) === folder ? (environment.get(PART) ?? null) : null
}

/** PostgreSQL first: its first process has the environment of Patroni, those it starts have overwritten theirs. */
function postgresOf(pid: string, folder: string): string | null {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8') !== 'postgres\n') return null
    const path = relative(folder, readlinkSync(`/proc/${pid}/cwd`))
    return path.startsWith('..') ? null : `${path.split('/')[0]}/postgres`
  } catch {
    return null
  }
}

function environmentOf(pid: string): Map<string, string> {
  try {
    const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    return new Map(pairs.map((pair) => pair.split(/=(.*)/s) as [string, string]))
  } catch {
    // It has ended, or belongs to another account.
    return new Map()
  }
}

/** Sends a signal to all processes of a part, or of all parts of a machine. Returns how many there were. */
export function signal(folder: string, part: string, name: NodeJS.Signals): number {
  const meant = runningIn(folder).filter(
    (one) => one.part === part || one.part.startsWith(`${part}/`),
  )
  for (const { pid } of meant) sendTo(pid, name)
  return meant.length
}

/** Kills everything that runs in a folder, until nothing does: a killed Patroni may just have started PostgreSQL. */
export async function killAll(folder: string): Promise<void> {
  for (let quiet = 0; quiet < 3; await wait(50)) {
    const running = runningIn(folder)
    for (const { pid } of running) sendTo(pid, 'SIGKILL')
    quiet = running.length === 0 ? quiet + 1 : 0
  }
}

function sendTo(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has just ended.
  }
}
