/**
 * The bonus pages of a large network on PostgreSQL: of the root, of a middle and of a small team, in the open month and
 * in a closed one.
 *
 * Figure: no page takes more than 1.2 x the processor time, of the service and of PostgreSQL, that another version of
 * the product took for it on the same machine. Without times of another version none are judged.
 *
 * Usage: node bench/bonus-pages.ts [--partners 1000000] [--url postgres://...] [--keep bonus-pages.json]
 *   [--against bonus-pages.json]
 *   `--url` names a database that this measurement has filled before, or an empty one; `--keep` writes the times into a
 *   file, `--against` compares them with those of such a file.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { DAY_MS, monthStart } from '@partner-office/domain'
import { sql } from 'kysely'
import { Client } from 'pg'

import type { Core } from '../apps/server/src/core/core.ts'
import { importOrders } from '../apps/server/src/business/orders/import/import-orders.ts'
import { closePeriod } from '../apps/server/src/business/months/close-period.ts'
import { changeSettings } from '../apps/server/src/business/settings/change-settings.ts'
import { type Db, openDatabase } from '../apps/server/src/db/database.ts'
import { asUpload, openTestCore } from '../apps/server/src/testing/core.ts'
import { ordersText } from '../apps/server/src/testing/network-files.ts'
import { PartnersService } from '../apps/server/src/testing/partners-service.ts'
import { fillNetwork } from './lib/postgres-network.ts'
import { finish, spread, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '1000000' },
    url: { type: 'string', default: '' },
    keep: { type: 'string', default: '' },
    against: { type: 'string', default: '' },
  },
})
const MOST = 1.2
/** Differences below this are noise. Units: milliseconds. */
const NOISE_MS = 0.3
const ROUNDS = 5
/** A page is read again and again in a round, once at least. */
const ROUND_MS = 250

/** The orders of the network end with September 2026. */
const NOW = Date.UTC(2026, 8, 30, 12)
const OPEN = monthStart(NOW)
const CLOSED = Date.UTC(2026, 7)
const MIDDLE_TEAM = 5_000
const SMALL_TEAM = 20

type Times = Record<string, number>

if (values.url === '') await withCluster(async ({ newDatabase }) => run(await newDatabase('bonus')))
else await run(values.url)

async function run(url: string): Promise<void> {
  const empty = await openDatabase({ url })
  const { count } = await empty.read
    .selectFrom('partners')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await empty.close()
  if (Number(count) === 0) await fillNetwork(url, Number(values.partners))
  const database = await openDatabase({ url })
  const clock = { now: NOW }
  const core = await openTestCore(database, { clock })
  const stopFollowing = await core.network.follow(database)
  await changeSettings(core, { 'rateLimit.user': '0', enforceLegalsOnApi: 'FALSE' })
  const callers = callersOf(core)
  if (Number(count) === 0) {
    await prepare(core, callers)
    await analyze(url)
  }
  const service = await PartnersService.around(core, clock)
  const times: Times = {}
  for (const [name, id] of Object.entries(callers)) {
    Object.assign(times, await timesOf(service, name, id))
  }
  await stopFollowing()
  await database.close()
  report(times)
}

/** The root, and the partners whose teams come nearest to a size. */
function callersOf({ network: { engine } }: Core): Record<'root' | 'middle' | 'small', number> {
  const nearest = (size: number) => {
    let best = 0
    for (let row = 1; row < engine.size; row += 1) {
      const distance = Math.abs(engine.teamSize[row]! - size)
      if (distance < Math.abs(engine.teamSize[best]! - size)) best = row
    }
    return engine.ids[best]!
  }
  return { root: 1, middle: nearest(MIDDLE_TEAM), small: nearest(SMALL_TEAM) }
}

/** Each caller is active and has some turnover in the first line in both months; the earlier one is closed. */
async function prepare(core: Core, callers: Record<string, number>): Promise<void> {
  const { engine } = core.network
  const firstLine = Object.values(callers).map((id) => {
    const [child] = engine.children(engine.rowOf(id))
    return engine.ids[child!]!
  })
  const bought = [...Object.values(callers), ...firstLine].flatMap((id) =>
    [CLOSED, OPEN].map((month) => [id, month + DAY_MS, '3000.00'] as const),
  )
  const rows = bought.map(
    (order, at) => [10_000_000 + at, ...order] as [number, number, number, string],
  )
  await importOrders(core, asUpload(ordersText(rows)))
  await closePeriod(core, '2026-08')
}

/** Without this, the version that is measured first would meet other plans of its queries than the later ones. */
async function analyze(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

async function timesOf(service: PartnersService, name: string, id: number): Promise<Times> {
  const token = await service.signIn(id)
  const month = (start: number) => [
    `infinity?bonusPeriod=${start}`,
    `infinity/history?bonusPeriod=${start}`,
    `diamond?bonusPeriod=${start}`,
    `bsp?bonusPeriod=${start}`,
    `lifestyle?bonusPeriod=${start}`,
    `diamond-pools?poolsStartedAt=${start}`,
  ]
  const calls = {
    open: [...month(OPEN), 'cycled-turbo', 'history?page=0&size=20&sort=paidAt%7Cdesc'],
    closed: month(CLOSED),
  }
  const times: Times = {}
  for (const [state, paths] of Object.entries(calls)) {
    for (const path of paths) {
      const title = path.replace(/\?.*/, '')
      times[`${name}, ${state}: ${title}`] = await timeOf(service, token, `/v1/bonus/${path}`)
    }
  }
  return times
}

/**
 * The processor time of a page, of the service and of PostgreSQL, in the middle of some rounds. Other work on the machine
 * changes it less than the time by the clock.
 *
 * Units: milliseconds.
 */
async function timeOf(service: PartnersService, token: string, url: string): Promise<number> {
  const { read } = service.core.database
  const round = async () => {
    const began = performance.now()
    const before = await processorMs(read)
    let readings = 0
    while (readings === 0 || performance.now() - began < ROUND_MS) {
      await service.get(token, url)
      readings += 1
    }
    return ((await processorMs(read)) - before) / readings
  }
  // The first round only warms up.
  await round()
  const rounds: number[] = []
  while (rounds.length < ROUNDS) rounds.push(await round())
  return spread(rounds).median
}

async function processorMs(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() order by pid`.execute(db)
  const { user, system } = process.cpuUsage()
  return rows.reduce((sum, { pid }) => sum + backendMs(pid), (user + system) / 1000)
}

/** The processor time that a process of this machine has taken: the first field of its `schedstat`, in nanoseconds. */
function backendMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1_000_000
}

function report(times: Times): void {
  if (values.keep !== '') writeFileSync(values.keep, JSON.stringify(times, null, 2))
  const before: Times = existsSync(values.against)
    ? (JSON.parse(readFileSync(values.against, 'utf8')) as Times)
    : {}
  const ratios: number[] = []
  const lines = Object.entries(times).map(([title, ms]) => {
    const other = before[title]
    if (other === undefined) return `${title}: ${ms.toFixed(1)} ms`
    ratios.push((ms - NOISE_MS) / other)
    return `${title}: ${ms.toFixed(1)} ms, ${(ms / other).toFixed(2)} x (${other.toFixed(1)} ms before)`
  })
  if (ratios.length > 0) {
    const { median, high } = spread(ratios)
    lines.push(
      `ratios: ${median.toFixed(2)} in the middle, ${high.toFixed(2)} at most (at most ${MOST})`,
    )
  }
  finish({ name: 'bonus-pages', lines, passed: ratios.every((ratio) => ratio <= MOST) })
}
