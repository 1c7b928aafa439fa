/**
 * Orders over HTTP while webhooks tell an endpoint of each, beside an endpoint that never answers (WHK-006).
 *
 * Figures: at least 10,000 events arrive, each once and those of one partner in their order, while the other endpoint is down; the rate of
 * orders is at least 0.95 of that without the endpoint that is down, in alternating blocks.
 *
 * Usage: node bench/webhooks.ts [--partners 20000] [--rounds 5] [--seconds 5] [--events 10000]
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { sql } from 'kysely'

import { changeSettings } from '../apps/server/src/business/settings/change-settings.ts'
import {
  addEndpoint,
  readEndpoint,
  turnEndpoint,
} from '../apps/server/src/business/webhooks/endpoints.ts'
import type { Core } from '../apps/server/src/core/core.ts'
import { BackgroundWork } from '../apps/server/src/jobs/background-work.ts'
import { JobFailures } from '../apps/server/src/jobs/job-failures.ts'
import { webhookJobs } from '../apps/server/src/jobs/webhook-jobs.ts'
import { WebhookReceiver } from '../apps/server/src/testing/webhook-receiver.ts'
import { fillForOrders, FIRST_ORDER, serveOrders } from './lib/order-service.ts'
import { finish, ratioText, spread, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    events: { type: 'string', default: '10000' },
  },
})
const CONNECTIONS = 64
const AT_LEAST = 0.95
const PATIENCE_MS = 300_000
/** Failures of jobs are counted and printed at the end. */
const SILENT = { error: () => {} } as unknown as ConstructorParameters<typeof BackgroundWork>[0]

await withCluster(async ({ newDatabase, version }) => {
  const url = await newDatabase('webhooks')
  const partners = Number(values.partners)
  await fillForOrders(url, partners)
  const service = await serveOrders(url, partners)
  const { core } = service
  await changeSettings(core, { webhookPrivateTargets: 'TRUE' })
  const [healthy, down] = [await WebhookReceiver.open(), await WebhookReceiver.open()]
  down.answer = () => {}
  await add(core, healthy.address)
  const downId = await add(core, down.address)
  const failures = new JobFailures()
  const work = new BackgroundWork(SILENT, failures)
  work.start(webhookJobs(core, { send: async () => {} }))

  const measure = async (isOn: boolean): Promise<number> => {
    await turn(core, downId, isOn)
    return (await service.measure(CONNECTIONS, Number(values.seconds))).aSecond
  }
  await measure(true)
  const rounds: { readonly without: number; readonly beside: number }[] = []
  while (rounds.length < Number(values.rounds)) {
    rounds.push({ without: await measure(false), beside: await measure(true) })
  }
  const wanted = Number(values.events)
  const giveUpAt = performance.now() + PATIENCE_MS
  while (healthy.received.length < wanted && performance.now() < giveUpAt) await wait(200)
  await work.stop()
  const arrived = [...healthy.received]
  const wrong = await outOfOrder(core, arrived)
  await service.close()
  await Promise.all([healthy.close(), down.close()])

  const ratio = spread(rounds.map(({ without, beside }) => beside / without))
  const doubled = arrived.length - new Set(arrived.map(({ event }) => event.id)).size
  finish({
    name: 'webhooks',
    on: version,
    passed:
      ratio.median >= AT_LEAST &&
      arrived.length >= wanted &&
      wrong + doubled + failures.counts.size === 0,
    lines: [
      `orders a second beside an endpoint that never answers: ${ratioText(ratio)} x those without it (at least ${AT_LEAST}), ${spread(rounds.map(({ beside }) => beside)).median.toFixed(0)} beside ${spread(rounds.map(({ without }) => without)).median.toFixed(0)}`,
      `${arrived.length} events arrived at the other endpoint (at least ${wanted}), ${doubled} twice, ${wrong} before an earlier one of their partner`,
      `requests to the endpoint that is down: ${down.received.length}`,
      ...[...failures.last].map(([name, { text }]) => `${name} failed: ${text}`),
    ],
  })
})

function add(core: Core, address: string): Promise<number> {
  return core.database.transaction(async (tx) => {
    const { id } = await addEndpoint(core, tx, { address, note: '', types: ['order.recorded'] })
    return id
  })
}

async function turn(core: Core, id: number, isOn: boolean): Promise<void> {
  const { version } = await readEndpoint(core.database.read, id)
  await core.database.transaction((tx) => turnEndpoint(core, tx, { id, version }, isOn))
}

/** How many events came before an earlier one of their partner, by the order in which their orders were recorded. */
async function outOfOrder(core: Core, arrived: WebhookReceiver['received']): Promise<number> {
  const { rows } = await sql<{ id: number; fact: number }>`
    select id, fact from orders where id >= ${FIRST_ORDER}`.execute(core.database.read)
  const facts = new Map(rows.map(({ id, fact }) => [id, fact]))
  const last = new Map<number | null, number>()
  let wrong = 0
  for (const { event, body } of arrived) {
    const { data } = JSON.parse(body) as { readonly data: { readonly orderId: number } }
    const fact = facts.get(data.orderId)!
    if (fact < (last.get(event.partnerId) ?? 0)) wrong += 1
    last.set(event.partnerId, fact)
  }
  return wrong
}
