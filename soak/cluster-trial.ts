/**
 * Starts the cluster of `deploy/`, looks at it, breaks it by each command of `deploy/cluster`, heals it and takes it down, also
 * after an `up` that was killed.
 *
 * Figures: it answers within 180 s (CLU-002); each machine has an address of its own (CLU-003); each fault shows and is gone after
 * `heal`; nothing is left after `down` (CLU-004); every program accepts its file as it is used here (CLU-001).
 * Usage: node soak/cluster-trial.ts [--folder DIR]
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { finish } from '../bench/lib/report.ts'
import { isOk, pgBackRestWords, runOn, status, until } from '../deploy/lib/cluster.ts'
import { mountedIn } from '../deploy/lib/disks.ts'
import { bridgeOwner, namespaces } from '../deploy/lib/namespaces.ts'
import { runningFolders } from '../deploy/lib/processes.ts'
import { machinesOf, openTrial, type Trial } from '../deploy/lib/trial.ts'
import { steady } from './lib/cluster-rounds.ts'

const PROGRAM = join(import.meta.dirname, '../deploy/cluster.ts')
const MOST_UP_MS = 180_000
const KILLED_AFTER_MS = 15_000

const { values } = parseArgs({
  options: { folder: { type: 'string', default: join(tmpdir(), 'partner-office-soak') } },
})
const { folder } = values
const faults: string[] = []
const lines: string[] = []

/** What a cluster leaves on this machine while it runs. */
function traces(): string {
  const left = {
    clusters: runningFolders(),
    bridge: existsSync('/usr/sbin/ip') ? bridgeOwner() : null,
    namespaces: existsSync('/usr/sbin/ip') ? namespaces() : [],
    disks: mountedIn(folder),
    hasFolder: existsSync(folder),
  }
  return JSON.stringify(left)
}

function cluster(...words: string[]): string {
  const all = [PROGRAM, ...words, '--folder', folder]
  const { status: exit, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' })
  if (exit !== 0) faults.push(`${words.join(' ')}: ${stderr.trim()}`)
  return stdout
}

async function leavesNothing(before: string, when: string): Promise<void> {
  cluster('down')
  const after = traces()
  if (after !== before) faults.push(`${when}, down left ${after}`)
}

/** Kills an `up` in its middle. */
async function killedUp(): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, 'up', '--folder', folder], { stdio: 'ignore' })
  await wait(KILLED_AFTER_MS)
  child.kill('SIGKILL')
}

/** What the programs say about the files they run with. */
function acceptsFiles(trial: Trial): void {
  const at = (path: string) => join(trial.folder, path)
  const checks: readonly (readonly [string, ...string[]])[] = [
    ['balancer', 'haproxy', '-c', '-f', at('balancer/etc/haproxy/haproxy.cfg')],
    ['watch', 'promtool', 'check', 'config', at('watch/etc/prometheus/prometheus.yml')],
    ['watch', 'amtool', 'check-config', at('watch/etc/prometheus/alertmanager.yml')],
    ['backup', ...pgBackRestWords(trial), 'check'],
  ]
  for (const [machine, ...words] of checks) {
    try {
      runOn(trial, machine, ...words)
    } catch (error) {
      faults.push((error as Error).message)
    }
  }
}

type Fault = { readonly words: readonly string[]; readonly shows: () => Promise<boolean> }

/** Every fault of `deploy/cluster`, and how it shows. */
function faultsOf(trial: Trial): Fault[] {
  const app2 = trial.site.apps[1]!
  const says = async (part: string, what: string) =>
    (await status(trial)).some((line) => line.startsWith(part) && line.includes(what))
  const script = `const began = performance.now()
    await fetch('${trial.site.values['PUBLIC_ORIGIN']}/health/serving')
    console.log(performance.now() - began)`
  const takesMs = () => {
    try {
      return Number(runOn(trial, 'app1', process.execPath, '--input-type=module', '-e', script))
    } catch {
      // The program that delays does not listen yet.
      return 0
    }
  }
  const reaches = (to: string) => {
    const address = machinesOf(trial.site).get(to)!
    try {
      runOn(trial, 'db2', 'timeout', '2', 'bash', '-c', `</dev/tcp/${address}/5432`)
      return true
    } catch {
      return false
    }
  }
  const isReady = () => isOk(`http://${app2.address}:${app2.officePort}/health/ready`)
  return [
    { words: ['kill', 'app1/office'], shows: () => says('app1/office', 'does not run') },
    { words: ['kill', 'db3'], shows: () => says('db3/postgres', 'does not run') },
    { words: ['cut', 'db2', 'db3'], shows: async () => !reaches('db3') },
    { words: ['delay', 'app1', 'balancer', '300'], shows: async () => takesMs() >= 300 },
    { words: ['fill', 'db3', '100'], shows: async () => freeMb('db3') <= 101 },
    { words: ['skew', 'app2', '31'], shows: async () => !(await isReady()) },
  ]
}

function freeMb(machine: string): number {
  const disk = join(folder, machine, 'var/lib/postgresql')
  const { stdout } = spawnSync('df', ['--output=avail', '-m', disk], { encoding: 'utf8' })
  return Number(stdout.trim().split('\n').at(-1))
}

async function breaksAndHeals(trial: Trial): Promise<void> {
  for (const { words, shows } of faultsOf(trial)) {
    await steady(trial)
    cluster(...words)
    await until(shows, words.join(' ')).catch((error: Error) => faults.push(error.message))
    cluster('heal')
    await steady(trial).catch(() => faults.push(`${words.join(' ')}: not well after heal`))
    for (const { address, officePort, name } of trial.site.apps) {
      const isReady = () => isOk(`http://${address}:${officePort}/health/ready`)
      await until(isReady, name).catch((error: Error) => faults.push(error.message))
    }
    lines.push(`${words.join(' ')}: shown and healed`)
  }
}

const before = traces()
await killedUp()
await leavesNothing(before, 'after a killed up')
const began = performance.now()
const said = cluster('up')
const upMs = performance.now() - began
lines.push(`up after ${(upMs / 1_000).toFixed(1)} s (at most ${MOST_UP_MS / 1_000})`)
if (upMs > MOST_UP_MS) faults.push('up took too long')
if (existsSync(join(folder, 'mode'))) {
  const trial = openTrial(folder)
  if (!said.includes(`ready: ${trial.site.values['PUBLIC_ORIGIN']}`)) faults.push(`up said ${said}`)
  const addresses = [...machinesOf(trial.site).values()]
  if (new Set(addresses).size !== addresses.length) faults.push('machines share an address')
  lines.push(
    `machines are ${readFileSync(join(folder, 'mode'), 'utf8')}, ${addresses.length} addresses`,
  )
  acceptsFiles(trial)
  await breaksAndHeals(trial)
}
await leavesNothing(before, 'in the end')
finish({ name: 'cluster, trial', lines: [...lines, ...faults], passed: faults.length === 0 })
