/**
 * Starts the figures once, up to the first answer about teams; prints the times as JSON.
 *
 * Usage: node bench/lib/first-answer.ts --url postgres://… [--snapshot FILE] [--keep FILE] [--facts N: write some first]
 */
import { parseArgs } from 'node:util'

import { sql } from 'kysely'

import { PlanBook } from '../../apps/server/src/plans/plan-book.ts'
import { seedDefaults } from '../../apps/server/src/plans/seed-defaults.ts'
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts'
import { Network } from '../../apps/server/src/network/network.ts'

export type FirstAnswer = {
  readonly seconds: number
  readonly processorSeconds: number
  readonly memory: number
  readonly partners: number
  readonly answer: string
}

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    snapshot: { type: 'string' },
    keep: { type: 'string' },
    facts: { type: 'string' },
  },
})
const NOW = Date.UTC(2026, 10, 1)

const database = await openDatabase({ url: values.url! })
await seedDefaults(database, 0)
if (values.facts !== undefined) await writeOrders(database, Number(values.facts))
const plans = new PlanBook()
const before = process.cpuUsage()
const started = performance.now()
const { snapshot } = values
const network = await Network.load(
  database.read,
  plans.rulesSource(),
  snapshot === undefined ? {} : { snapshot },
)
network.indexTeams(NOW)
const answer = await firstPage()
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(before)
const report: FirstAnswer = {
  seconds,
  processorSeconds: (user + system) / 1e6,
  memory: process.resourceUsage().maxRSS / 1024,
  partners: network.engine.size,
  answer,
}
if (values.keep !== undefined) await network.keep(database.read, values.keep)
await database.close()
console.log(JSON.stringify(report))

async function firstPage(): Promise<string> {
  const index = await network.teams(NOW)
  const { engine } = index
  const top = engine.teamSize.indexOf(
    engine.teamSize.reduce((most, size) => Math.max(most, size), 0),
  )
  const { rows, total } = index.find({
    top,
    scope: 'downline',
    sort: 'teamTurnover',
    isDescending: true,
    offset: 0,
    limit: 20,
    bounds: [{ field: 'ownTurnover', min: 1, max: Number.MAX_SAFE_INTEGER }],
    rank: null,
    active: null,
    now: NOW,
    name: 'ann',
  })
  const found = rows.map((row) => [engine.ids[row], engine.measures[0]!.team[row]])
  return JSON.stringify({ asOf: network.asOf, total, found })
}

/** Writes orders like an import, without their credits. */
async function writeOrders({ asOwner }: Database, count: number): Promise<void> {
  await asOwner(async (tx) => {
    await sql`
      insert into orders (id, partner_id, paid_at, amount_cents, recorded_at, intake, fact)
      select (select max(id) from orders) + at, 1 + (at * 7919) % (select max(id) from partners), ${NOW}, 5000 + at, ${NOW},
        last_fact + 1, last_fact + at
      from fact_log, generate_series(1, ${count}::bigint) at`.execute(tx)
    await sql`update fact_log set last_fact = last_fact + ${count}::bigint`.execute(tx)
  })
}
