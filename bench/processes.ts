/**
 * One, two and three server processes on one PostgreSQL: orders sent to the leader alone, as the balancer does, orders spread
 * evenly over all, and reads.
 *
 * Figures: with three processes, orders sent to the leader are recorded at 0.9 times the rate of one process or more; spread
 * evenly, none is refused (CLU-012). Two processes at once answer 0.9 times as many reads each as one alone or more, judged
 * with four cores or more: on fewer, load and database take them from the processes (CLU-007).
 *
 * Usage: node bench/processes.ts [--partners 20000] [--seconds 10] [--connections 32]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { changeSettings } from '../apps/server/src/business/settings/change-settings.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { SeededRandom } from '../apps/server/src/demo/random.ts'
import { openTestCore } from '../apps/server/src/testing/core.ts'
import { Victim } from '../apps/server/src/testing/kill-victim.ts'
import { PartnersService } from '../apps/server/src/testing/partners-service.ts'
import { load } from './lib/http-load.ts'
import { fillForOrders, FIRST_ORDER } from './lib/order-service.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '32' },
  },
})
const [partners, seconds, connections] = [
  Number(values.partners),
  Number(values.seconds),
  Number(values.connections),
]
const KEY = 'a-key-of-some-length'
const ROOT = 1
const LEAST = 0.9
const LEAST_CORES = 4
/** More than any process takes in a second. */
const MOST_A_SECOND = 5_000
const random = new SeededRandom(4)
let nextOrder = FIRST_ORDER

await withCluster(async ({ newDatabase, version }) => {
  const url = await newDatabase('processes')
  await fillForOrders(url, partners)
  const token = await prepare(url)
  const folder = mkdtempSync(join(tmpdir(), 'partner-office-processes-'))
  const processes: Victim[] = []
  const add = async () => {
    const own = { DATABASE_URL: url, DATA_DIR: join(folder, String(processes.length)) }
    processes.push(await Victim.start({ ...own, OPERATOR_KEY: KEY }))
  }
  try {
    await add()
    const leader = processes[0]!
    await untilNothingIsDue(leader)
    const alone = await orders([leader])
    const readAlone = await reads(leader, token)
    await add()
    const readBoth = await Promise.all(processes.map((each) => reads(each, token)))
    await add()
    const led = await orders([leader])
    const spread = await orders(processes)
    const share = Math.min(...readBoth) / readAlone
    const isJudged = availableParallelism() >= LEAST_CORES
    finish({
      name: 'processes',
      lines: [
        `orders a second: ${alone.aSecond.toFixed(0)} by one process, ${led.aSecond.toFixed(0)} by the leader of three (${(led.aSecond / alone.aSecond).toFixed(2)} x, at least ${LEAST})`,
        `spread over three: ${spread.aSecond.toFixed(0)}, ${spread.errors} refused (none) ${spread.firstError.slice(0, 200)}`,
        `reads a second: ${readAlone.toFixed(0)} alone, ${readBoth.map((each) => each.toFixed(0)).join(' and ')} at once (${share.toFixed(2)} x, ${isJudged ? `at least ${LEAST}` : 'not judged on so few cores'})`,
      ],
      on: version,
      passed:
        led.aSecond >= LEAST * alone.aSecond &&
        led.errors + alone.errors + spread.errors === 0 &&
        (!isJudged || share >= LEAST),
    })
  } finally {
    for (const each of processes) await each.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Lifts the limits of calls, and signs the root in. */
async function prepare(url: string): Promise<string> {
  const database = await openDatabase({ url })
  const clock = { now: Date.now() }
  const core = await openTestCore(database, { clock })
  await changeSettings(core, {
    'rateLimit.user': '0',
    'rateLimit.address': '0',
    enforceLegalsOnApi: 'FALSE',
  })
  const token = await (await PartnersService.around(core, clock)).signIn(ROOT)
  await database.close()
  return token
}

/** The first leader closes the months of the filled network. */
async function untilNothingIsDue({ ports }: Victim): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}` }
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${ports.OPERATOR_PORT}/metrics`, { headers })
    if (/^partner_office_months_due 0$/m.test(await response.text())) return
    await wait(1_000)
  }
}

/** Sends orders to processes evenly. */
async function orders(to: readonly Victim[]) {
  const measured = await Promise.all(
    to.map(({ ports }) =>
      load({
        port: Number(ports.OPERATOR_PORT),
        paths: ['/internal/v1/orders'],
        bodies: Array.from({ length: (seconds * MOST_A_SECOND) / to.length }, orderText),
        headers: { 'x-operator-key': KEY },
        connections: Math.ceil(connections / to.length),
        seconds,
      }),
    ),
  )
  const errors = measured.reduce((sum, each) => sum + each.errors, 0)
  const answered = measured.reduce((sum, each) => sum + each.requests, 0) - errors
  const firstError = measured.map((each) => each.firstError).find((each) => each !== '') ?? ''
  return { aSecond: answered / seconds, errors, firstError }
}

function orderText(): string {
  nextOrder += 1
  const userId = random.integer(1, partners)
  return JSON.stringify({
    orderId: nextOrder,
    userId,
    amount: '10.00',
    paidAt: Date.now() - 60_000,
  })
}

/** Reads of a page of the root's team, by one process. Units: a second. */
async function reads({ ports }: Victim, token: string): Promise<number> {
  const { requests, errors, firstError } = await load({
    port: Number(ports.PORT),
    paths: [`/v1/team?sponsorId=${ROOT}&size=20`],
    headers: { authorization: `Bearer ${token}` },
    connections,
    seconds,
  })
  if (errors > 0) throw new Error(firstError)
  return requests / seconds
}
