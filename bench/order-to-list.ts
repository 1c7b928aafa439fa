/**
 * From an order to every list: sends an order to one server, and reads the sponsor's lists from that server and from another
 * one on the same PostgreSQL, both with a large network in memory.
 *
 * Figures: the server that took the order always shows it in its next answer; the other one, which is notified by the
 * database, shows it within 50 ms after the order was sent (99 of 100), for each list (CLU-006).
 *
 * Both servers run in this process and share its thread, which makes them slower than separate servers.
 *
 * Usage: node bench/order-to-list.ts [--partners 100000] [--orders 200]
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { SeededRandom } from '../apps/server/src/demo/random.ts'
import { changeSettings } from '../apps/server/src/business/settings/change-settings.ts'
import type { FiguresEngine } from '../apps/server/src/network/figures-engine.ts'
import { openTestCore } from '../apps/server/src/testing/core.ts'
import { PartnersService } from '../apps/server/src/testing/partners-service.ts'
import { fillNetwork } from './lib/postgres-network.ts'
import { finish, spread, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '200' },
  },
})
const ROOT = 1
const PAGE = 20
const MOST_MS = 50
const GIVE_UP_MS = 10_000
const FIRST_ORDER = 1_000_000_000
const KEY = 'a-key-of-some-length'
const LISTS = ['firstLine', 'downline'] as const

await withCluster(async ({ newDatabase, version }) => {
  const url = await newDatabase('order_to_list')
  await fillNetwork(url, Number(values.partners))
  const taking = await openServer(url)
  const other = await openServer(url)
  const token = await taking.service.signIn(ROOT)
  const delays: number[] = []
  let stale = 0
  for (const [at, buyer] of smallTeams(taking.service.core.network.engine).entries()) {
    const lists = LISTS.map(
      (scope) => `/v1/team?sponsorId=${buyer.sponsorId}&scope=${scope}&size=${PAGE}`,
    )
    const before = await turnoverIn(other.service, token, lists[0]!, buyer.id)
    const sentAt = performance.now()
    await sendOrder(taking.service, FIRST_ORDER + at, buyer.id)
    for (const list of lists) {
      if ((await turnoverIn(taking.service, token, list, buyer.id)) === before) stale += 1
    }
    for (const list of lists) {
      while ((await turnoverIn(other.service, token, list, buyer.id)) === before) {
        if (performance.now() - sentAt > GIVE_UP_MS) throw new Error(`${list} stays as it was`)
      }
      delays.push(performance.now() - sentAt)
    }
  }
  await taking.close()
  await other.close()

  const sorted = delays.toSorted((a, b) => a - b)
  const late = sorted[Math.floor(sorted.length * 0.99)]!
  const { median, high } = spread(delays)
  finish({
    name: 'order to list',
    lines: [
      `${values.partners} partners, ${values.orders} orders, ${LISTS.length} lists each`,
      `by the server that took the order: ${stale} answers without it (none)`,
      `by another server: ${median.toFixed(1)} ms in the middle, ${late.toFixed(1)} ms for 99 of 100 (at most ${MOST_MS}), ${high.toFixed(1)} ms for the last`,
    ],
    on: version,
    passed: stale === 0 && late <= MOST_MS,
  })
})

async function openServer(url: string) {
  const database = await openDatabase({ url })
  const clock = { now: Date.now() }
  const core = await openTestCore(database, { clock })
  core.network.indexTeams(clock.now)
  const stopFollowing = await core.network.follow(database)
  await changeSettings(core, { 'rateLimit.user': '0', enforceLegalsOnApi: 'FALSE' })
  return {
    service: await PartnersService.around(core, clock),
    close: async () => {
      await stopFollowing()
      await database.close()
    },
  }
}

/** Partners in teams that fit on one page, so that every list of their sponsor shows them. */
function smallTeams(engine: FiguresEngine): { id: number; sponsorId: number }[] {
  const random = new SeededRandom(3)
  const found: { id: number; sponsorId: number }[] = []
  while (found.length < Number(values.orders)) {
    const row = engine.rowOf(random.integer(2, Number(values.partners)))
    const [sponsor] = engine.ancestors(row)
    if (sponsor === undefined || engine.teamSize[sponsor]! > PAGE) continue
    found.push({ id: engine.ids[row]!, sponsorId: engine.ids[sponsor]! })
  }
  return found
}

async function sendOrder(
  { operators }: PartnersService,
  orderId: number,
  userId: number,
): Promise<void> {
  const { statusCode, body } = await operators.inject({
    method: 'POST',
    url: '/internal/v1/orders',
    headers: { 'x-operator-key': KEY },
    payload: { orderId, userId, amount: '100.00', paidAt: Date.now() },
  })
  if (statusCode !== 200) throw new Error(body)
}

/** The own turnover of a partner in a list. */
async function turnoverIn(
  service: PartnersService,
  token: string,
  list: string,
  id: number,
): Promise<string> {
  const { content } = (await service.get(token, list)) as {
    content: { id: number; ownTurnover: string }[]
  }
  const member = content.find((each) => each.id === id)
  if (member === undefined) throw new Error(`${list} does not show ${id}`)
  return member.ownTurnover
}
