/**
 * The lists of the console on a large network on PostgreSQL: the first page of each, by the call of its page.
 *
 * Figure (SCR-005): 95 of 100 first pages of every list come within 200 ms at 1,000,000 partners and 1,000,000 orders. The lists are
 * those of the contracts, so a new one is measured without a change here; partners and orders are asked with filters and searches, too.
 * The network is the one of `console-today.ts`, with twice as many partners as orders.
 *
 * Usage: node bench/console-lists.ts [--partners 2000000] [--url postgres://...]
 *   `--url` names a database that this measurement has filled before, or an empty one.
 */
import { parseArgs } from 'node:util'

import { callsOf, CONSOLE, type Contract } from '@partner-office/contracts'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { type Browser, OperatorsDesk } from '../apps/server/src/testing/operators-desk.ts'
import { fillNetwork } from './lib/postgres-network.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '2000000' },
    url: { type: 'string', default: '' },
  },
})
const MOST_MS = 200
const ANSWERS = 100
/** The orders of the network end with September 2026. */
const NOW = Date.UTC(2026, 8, 30, 12)
const SLOWEST = 8

/** Lists that answer one question alone. */
const QUESTIONS: Readonly<Record<string, string>> = {
  '/console/v1/config/rates/history': '?from=EUR&to=UPT',
  '/console/v1/config/texts': '?search=payout',
}

/** Measured by `past-tree.ts`. */
const PAST_TREE = '/console/v1/tree'

/** Lists that are asked for a second time with filters that read other rows, and those of the partner with the largest team. */
const ASKED = [
  '/console/v1/config/countries/DE/partners',
  '/console/v1/orders?partner=1',
  '/console/v1/orders?state=STANDING',
  '/console/v1/partners?search=1',
  '/console/v1/partners?country=DE',
  '/console/v1/partners/1/bonuses',
  '/console/v1/partners?isActive=true',
  '/console/v1/partners?isRoot=true',
  '/console/v1/partners/1/payouts',
]

if (values.url === '') await withCluster(async ({ newDatabase }) => run(await newDatabase('lists')))
else await run(values.url)

async function run(url: string): Promise<void> {
  const empty = await openDatabase({ url })
  const first = await empty.read.selectFrom('partners').select('id').limit(1).executeTakeFirst()
  await empty.close()
  if (first === undefined) await fillNetwork(url, Number(values.partners))
  const database = await openDatabase({ url })
  const desk = await OperatorsDesk.open(database, { clock: { now: NOW } })
  const operator = await desk.operator(
    `bench-${Date.now()}@example.com`,
    ...(['finance', 'support', 'plan', 'admin'] as const),
  )
  const times: { readonly path: string; readonly ms: number }[] = []
  for (const path of [...lists(), ...ASKED]) {
    times.push({ path, ms: await answersOf(desk, operator, path) })
  }
  const slowest = times.toSorted((one, other) => other.ms - one.ms)
  finish({
    name: 'console lists',
    lines: [
      `${times.length} lists, 95 of 100 first pages each within at most ${MOST_MS} ms; the slowest:`,
      ...slowest.slice(0, SLOWEST).map(({ path, ms }) => `${path}: ${ms.toFixed(1)} ms`),
    ],
    on: `${desk.core.network.engine.size.toLocaleString('en')} partners on PostgreSQL`,
    passed: slowest[0]!.ms <= MOST_MS,
  })
  await database.close()
}

/** Calls that answer rows, without parameters. */
function lists(): string[] {
  return callsOf(...Object.values(CONSOLE))
    .filter(isList)
    .map(({ path }) => `${path}${QUESTIONS[path] ?? ''}`)
}

function isList(contract: Contract): boolean {
  const { method, path, reply } = contract
  return (
    method === 'GET' &&
    !path.includes(':') &&
    path !== PAST_TREE &&
    reply !== undefined &&
    'shape' in reply &&
    'content' in (reply.shape as object)
  )
}

/** The time within which 95 of 100 answers come, one after the other. Units: milliseconds. Refuses: an answer without rows to read. */
async function answersOf(desk: OperatorsDesk, by: Browser, path: string): Promise<number> {
  const times: number[] = []
  for (let each = 0; each < ANSWERS; each += 1) {
    const askedAt = performance.now()
    const { status, code, data } = await desk.as(by, 'GET', path)
    times.push(performance.now() - askedAt)
    if (status !== 200 || !Array.isArray(data?.content)) {
      throw new Error(`${path} answered ${status} ${code ?? ''}`)
    }
  }
  return times.toSorted((one, other) => one - other)[Math.ceil(0.95 * ANSWERS) - 1]!
}
