import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { finish } from '../../bench/lib/report.ts'
import { down, heal, up } from '../../deploy/lib/cluster.ts'
import { Refused } from '../../deploy/lib/refused.ts'
import type { Trial } from '../../deploy/lib/trial.ts'
import { type Addresses, ClusterLoad } from './cluster-load.ts'

const CALM_MS = 3_000
const STEADY_PATIENCE_MS = 120_000

/** A database node. */
type Member = {
  readonly name: string
  readonly role: 'leader' | 'sync_standby' | 'replica'
  readonly state: string
  readonly timeline?: number
}

/** What a fault is brought about on. */
export type Stage = {
  readonly trial: Trial
  readonly load: ClusterLoad
  readonly primary: string
  readonly synchronous: string
  /** The third database node. */
  readonly other: string
  /** Adds a finding that makes the command fail. */
  fault(line: string): void
}

type Soak = {
  readonly name: string
  readonly rounds: number
  /** Brings a fault about, and returns when it began on `performance.now()`; heals nothing. */
  readonly breakIt: (stage: Stage, round: number) => Promise<number>
  /** Runs once writes are back; what is not mended here is mended by `heal`. */
  readonly mend?: (stage: Stage, round: number) => Promise<void>
  /** The longest time until a new write is acknowledged. Units: milliseconds. */
  readonly mostBackMs: number
  /** Folder of the program that the app processes are first started with; undefined: this one. */
  readonly program?: string
}

/**
 * Brings a fault about again and again under load, and compares what was acknowledged with what is stored after each round.
 *
 * Figures: nothing acknowledged is lost or doubled, writes are back in time, at most 0.1 % of the reads fail, `verify` is clean.
 * Words: `--rounds N`, `--minutes 9` (no further round after them), `--writes 100`, `--reads 200`, `--folder DIR`.
 */
export async function soakCluster({
  name,
  rounds,
  breakIt,
  mend,
  mostBackMs,
  program,
}: Soak): Promise<void> {
  const words = wordsOf(rounds)
  const { trial, load } = await begin(words.folder, program)
  const faults: string[] = []
  const backMs: number[] = []
  const stored = { lost: 0, doubled: 0, checked: 0 }
  const ends = performance.now() + words.minutes * 60_000
  let round = 0
  try {
    while (round < words.rounds && performance.now() < ends) {
      round += 1
      const nodes = await steady(trial)
      const fault = (line: string) => faults.push(`round ${round}: ${line}`)
      const stage = { trial, load, ...nodes, fault }
      load.begin(words)
      await wait(CALM_MS)
      const began = await breakIt(stage, round)
      const back = await writesBack(load, began, 2 * mostBackMs)
      backMs.push(back)
      if (back > mostBackMs) fault(`writes were back after ${Math.round(back)} ms`)
      await mend?.(stage, round)
      await heal(trial)
      await load.pause()
      await check(stage, stored)
      console.log(
        `round ${round}: ${nodes.primary} was primary, writes back after ${(back / 1000).toFixed(1)} s, ${load.counts.acknowledged} acknowledged`,
      )
    }
  } finally {
    await load.pause()
    if (load.counts.wrong.length > 0) faults.push(...failuresIn(trial))
    await down(trial.folder)
  }
  report(name, { round, backMs, mostBackMs, faults, stored, counts: load.counts })
}

/**
 * Starts a cluster, does one thing on it that is no fault under load, takes it down, and reports what `work` has found. Words:
 * `--folder DIR`, `--rounds N`.
 */
export async function onCluster(
  name: string,
  usualRounds: number,
  work: (stage: Pick<Stage, 'trial' | 'load' | 'fault'>, rounds: number) => Promise<string[]>,
): Promise<void> {
  const { folder, rounds } = wordsOf(usualRounds)
  const { trial, load } = await begin(folder)
  const faults: string[] = []
  const lines: string[] = []
  try {
    lines.push(...(await work({ trial, load, fault: (line) => faults.push(line) }, rounds)))
  } finally {
    await load.pause()
    await down(folder)
  }
  finish({ name, lines: [...lines, ...faults.slice(0, 20)], passed: faults.length === 0 })
}

/** The words of a command; `seconds` and `before` are for those that take them. */
function parseWords(rounds: number) {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string' },
      before: { type: 'string' },
      rounds: { type: 'string', default: String(rounds) },
      minutes: { type: 'string', default: '8' },
      writes: { type: 'string', default: '100' },
      reads: { type: 'string', default: '200' },
      folder: { type: 'string', default: join(tmpdir(), 'partner-office-soak') },
    },
  })
  return values
}

/** The word `--seconds`, or its default. */
export const secondsOf = (usual: number): number => Number(parseWords(1).seconds ?? usual)

/** The word `--before`; undefined: not given. */
export const beforeOf = (): string | undefined => parseWords(1).before

function wordsOf(rounds: number) {
  const { folder, ...numbers } = parseWords(rounds)
  const [most, minutes, writes, reads] = [
    numbers.rounds,
    numbers.minutes,
    numbers.writes,
    numbers.reads,
  ].map(Number)
  return { folder, rounds: most!, minutes: minutes!, writes: writes!, reads: reads! }
}

/** Starts a cluster with three app processes and the partners of the load. */
async function begin(
  folder: string,
  program?: string,
): Promise<{ trial: Trial; load: ClusterLoad }> {
  const trial = await started(folder, program)
  const load = new ClusterLoad(addressesOf(trial))
  await load.prepare().catch(async (error) => {
    await down(folder)
    throw error
  })
  return { trial, load }
}

/** Where a cluster answers; `operators`: the address for operators' calls, else that of the balancer. */
export function addressesOf({ site }: Trial, operators?: string): Addresses {
  const { PUBLIC_ORIGIN, PASSPORT_ORIGIN, BALANCER, OPERATOR_KEY } = site.values
  return {
    office: PUBLIC_ORIGIN!,
    passport: PASSPORT_ORIGIN!,
    operators: operators ?? `http://${BALANCER}:3002`,
    key: OPERATOR_KEY!,
  }
}

async function started(folder: string, program?: string): Promise<Trial> {
  const say = (line: string) => console.log(line)
  try {
    return await up({ folder, apps: 3, isLoopback: false, program, say })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Waits until all three nodes follow one timeline, so that a fault never meets a cluster that still recovers. */
export async function steady(
  trial: Trial,
): Promise<{ primary: string; synchronous: string; other: string }> {
  for (const giveUpAt = Date.now() + STEADY_PATIENCE_MS; Date.now() < giveUpAt; await wait(500)) {
    const members = await membersOf(trial)
    const named = (role: Member['role']) => members.find((member) => member.role === role)
    const [primary, synchronous, other] = [named('leader'), named('sync_standby'), named('replica')]
    const isSame =
      members.length === 3 &&
      members.every(({ state, timeline }) => state === 'running' && timeline === primary?.timeline)
    if (primary && synchronous && other && isSame) {
      return { primary: primary.name, synchronous: synchronous.name, other: other.name }
    }
  }
  throw new Error('The cluster does not recover by itself')
}

/** What each node says of itself: what the others know of it may be old. A node that does not answer is left out. */
async function membersOf({ site }: Trial): Promise<Member[]> {
  const asked = site.databases.map(async ({ name, address }): Promise<Member[]> => {
    const signal = AbortSignal.timeout(1_000)
    const response = await fetch(`http://${address}:8008/patroni`, { signal }).catch(() => null)
    const said = (await response?.json().catch(() => null)) as Said | null | undefined
    if (!said) return []
    const follows = said.sync_standby === true ? 'sync_standby' : 'replica'
    const role = said.role === 'master' ? 'leader' : follows
    return [{ name, role, state: said.state, ...(said.timeline && { timeline: said.timeline }) }]
  })
  return (await Promise.all(asked)).flat()
}

/** The node that leads. One that was stopped may still say so for a moment: its timeline is older. */
export async function leaderOf(trial: Trial): Promise<string | undefined> {
  const leaders = (await membersOf(trial)).filter(({ role }) => role === 'leader')
  return leaders.toSorted((a, b) => (b.timeline ?? 0) - (a.timeline ?? 0))[0]?.name
}

type Said = {
  readonly state: string
  readonly role: string
  readonly timeline?: number
  readonly sync_standby?: boolean
}

async function writesBack(load: ClusterLoad, began: number, patienceMs: number): Promise<number> {
  for (; performance.now() < began + patienceMs; await wait(20)) {
    const at = load.acknowledgedAfter(began)
    if (at !== null) return at - began
  }
  return patienceMs
}

/** Compares what was acknowledged with what is stored, and runs `verify`. */
async function check(
  { trial, load, fault }: Stage,
  stored: { lost: number; doubled: number; checked: number },
) {
  const ids = load.takeAcknowledged()
  const { rows } = await withDatabase(trial, (client) =>
    client.query<{ id: string; is_once: boolean }>(
      `select o.id, count(*) = count(distinct (b.partner_id, b.type, b.level, b.currency)) as is_once
         from orders o join bonus_records b on b.order_id = o.id where o.id = any($1) group by o.id`,
      [ids],
    ),
  )
  const { lost, doubled } = compareStored(ids, rows)
  stored.checked += ids.length
  stored.lost += lost.length
  stored.doubled += doubled.length
  if (lost.length > 0) fault(`${lost.length} acknowledged orders are lost, such as ${lost[0]}`)
  if (doubled.length > 0)
    fault(`${doubled.length} orders are credited twice, such as ${doubled[0]}`)
  await load.office(['verify']).catch((error: Error) => fault(error.message.slice(0, 300)))
}

/** Which of the acknowledged orders have no credits, and which have one twice. Every buyer has a sponsor, so every order has credits. */
export function compareStored(
  ids: readonly number[],
  rows: readonly { readonly id: string; readonly is_once: boolean }[],
): { readonly lost: number[]; readonly doubled: number[] } {
  const isOnce = new Map(rows.map((row) => [Number(row.id), row.is_once]))
  return {
    lost: ids.filter((id) => !isOnce.has(id)),
    doubled: ids.filter((id) => isOnce.get(id) === false),
  }
}

/** Works on the database of a cluster, by the balancer as app processes do. */
export async function withDatabase<T>(
  { site }: Trial,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { DATABASE_PASSWORD, BALANCER } = site.values
  const connectionString = `postgres://office:${DATABASE_PASSWORD}@${BALANCER}:5000/office`
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** What app processes have noted of requests that failed: an answer does not say why. */
function failuresIn({ folder, site }: Trial): string[] {
  const lines = site.apps.flatMap(({ name }) =>
    readFileSync(join(folder, `log/${name}-office.log`), 'utf8').split('\n'),
  )
  const failures = lines.filter((line) => line.includes('"a request failed"'))
  return failures.slice(0, 3).map((line) => line.slice(0, 600))
}

type Result = {
  readonly round: number
  readonly backMs: readonly number[]
  readonly mostBackMs: number
  readonly faults: string[]
  readonly stored: { readonly lost: number; readonly doubled: number; readonly checked: number }
  readonly counts: ClusterLoad['counts']
}

function report(name: string, { round, backMs, mostBackMs, faults, stored, counts }: Result): void {
  const seconds = backMs.map((ms) => ms / 1_000).toSorted((a, b) => a - b)
  const failed = [...counts.failedReads.values()].reduce((sum, count) => sum + count, 0)
  if (failed > counts.reads / 1_000) {
    const kinds = [...counts.failedReads].map(([answer, count]) => `${count} x ${answer}`)
    faults.push(`more than 0.1 % of the reads failed: ${kinds.join('; ')}`)
  }
  faults.push(...counts.wrong.slice(0, 5).map((answer) => `a write was answered ${answer}`))
  finish({
    name,
    lines: [
      `${round} rounds: ${stored.checked} orders acknowledged, ${stored.lost} lost, ${stored.doubled} doubled; ${counts.refused} told to try again, ${counts.unknown} with an unknown outcome`,
      `writes back after ${seconds.map((one) => one.toFixed(1)).join(', ')} s (at most ${mostBackMs / 1_000})`,
      `${counts.reads} reads, ${failed} failed (at most 0.1 %)`,
      ...faults.slice(0, 20),
    ],
    passed: faults.length === 0 && round > 0,
  })
}
