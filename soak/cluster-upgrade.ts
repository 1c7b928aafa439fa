/**
 * Upgrades all app processes under load from the version before to this one, one after the other: first one, which then runs beside
 * the old ones for a while, then the others; then ends the upgrade.
 *
 * Figures: 0 requests fail; old and new processes each write every kind of fact (partner, order, rank, cancellation, block) while
 * they run side by side; nothing acknowledged is lost or doubled, and `verify` is clean (UPG-003).
 *
 * `--before`: the commit of the version before; by default the newest one that builds and whose last migration is older than
 * today's.
 * Usage: node soak/cluster-upgrade.ts [--before COMMIT] [--seconds 600] [--writes 100] [--reads 100]
 */
import { setTimeout as wait } from 'node:timers/promises'

import { withProgram } from '../deploy/lib/trial.ts'
import { ClusterLoad } from './lib/cluster-load.ts'
import {
  addressesOf,
  beforeOf,
  secondsOf,
  soakCluster,
  type Stage,
  withDatabase,
} from './lib/cluster-rounds.ts'
import { installProgramBefore } from './lib/program-before.ts'
import { rollingRestart } from './lib/rolling-restart.ts'

const SIDE_BY_SIDE_MS = secondsOf(600) * 1_000
/** Facts of each kind are written by each process this often. */
const FACTS_EVERY_MS = 5_000
const FIRST_TEAM = 10_000
const TEAM = 4
/** In euros: three legs of it reach a rank. */
const LARGE = 100_000

const before = installProgramBefore(beforeOf())
console.log(`the version before is ${before.commit}`)
try {
  await soakCluster({
    name: `cluster, upgrade from ${before.commit}`,
    rounds: 1,
    mostBackMs: 5_000,
    program: before.folder,
    breakIt: async (stage) => {
      const { trial, load, fault } = stage
      const earlier = load.failed()
      const upgraded = withProgram(trial)
      const [first, ...others] = trial.site.apps.map(({ name }) => name)
      await rollingRestart(upgraded, [first!], fault)
      await sideBySide(stage)
      await rollingRestart(upgraded, others, fault)
      await load.office(['upgrade', 'finish'])
      const failed = load.failed() - earlier
      if (failed > 0) fault(`${failed} requests failed`)
      return performance.now()
    },
  })
} finally {
  before.remove()
}

/** Lets old and new processes run side by side, and each of them write facts. */
async function sideBySide(stage: Stage): Promise<void> {
  const written = new Map<string, number>()
  let team = FIRST_TEAM
  for (const end = performance.now() + SIDE_BY_SIDE_MS; performance.now() < end;) {
    for (const { name, address, operatorsPort } of stage.trial.site.apps) {
      const addresses = addressesOf(stage.trial, `http://${address}:${operatorsPort}`)
      await writeFacts(stage, new ClusterLoad(addresses), team).catch((error: Error) =>
        stage.fault(`${name}: ${error.message.slice(0, 300)}`),
      )
      team += 2 * TEAM
      written.set(name, (written.get(name) ?? 0) + 1)
    }
    await wait(Math.min(FACTS_EVERY_MS, Math.max(0, end - performance.now())))
  }
  const times = [...written].map(([name, count]) => `${count} times at ${name}`).join(', ')
  console.log(`every kind of fact was written ${times}`)
}

/** A team is taken over and reaches a rank by its orders, one of which is cancelled; its first partner is blocked and unblocked. */
async function writeFacts(stage: Stage, process: ClusterLoad, team: number): Promise<void> {
  const members = Array.from({ length: TEAM }, (_, at) => team + at)
  const rows = members.map((id) => {
    const sponsor = id === team ? 1 : team
    return `${id},${sponsor},p${id}@example.com,Ada,Own,1700000000000,DE`
  })
  const head = 'id,sponsorId,email,firstName,lastName,registeredAt,countryId'
  await process.office(['import', 'partners', 'p.csv'], `${[head, ...rows].join('\n')}\n`)
  const orders = [...members, team].map((userId, at) => ({
    orderId: 1_000_000_000 + team + at,
    userId,
    amount: LARGE,
  }))
  for (const order of orders) {
    const { status, text } = await process.order(order)
    if (status !== 200) throw new Error(`order ${order.orderId}: ${status} ${text}`)
  }
  await process.office(['cancel', 'order', String(orders.at(-1)!.orderId), '--reason', 'soak'])
  await process.office(['partner', 'block', String(team), '--reason', 'soak'])
  await process.office(['partner', 'unblock', String(team), '--reason', 'soak'])
  const { rows: ranks } = await withDatabase(stage.trial, (client) =>
    client.query('select from rank_reaches where partner_id = $1', [team]),
  )
  if (ranks.length === 0) stage.fault(`partner ${team} reached no rank`)
}
