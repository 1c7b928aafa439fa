import { WEBHOOK_TYPES } from '@partner-office/contracts'
import { sql } from 'kysely'

import { blockPartner } from '../business/partners/block-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { setRates } from '../business/rates/set-rates.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { addEndpoint } from '../business/webhooks/endpoints.ts'
import { Causes } from '../business/webhooks/events/follow-causes.ts'
import type { Core } from '../core/core.ts'
import { asUpload } from './core.ts'
import { runKilled } from './kill-at-step.ts'
import type { Variables } from './kill-victim.ts'
import { chainText } from './network-files.ts'
import { recordOrder } from './record-order.ts'
import { type Received, WebhookReceiver } from './webhook-receiver.ts'
import { withCore } from './with-core.ts'

export type WebhookKillOptions = {
  readonly rounds: number
  readonly variables: Variables
  readonly say?: (line: string) => void
}

export type WebhookKillSummary = {
  readonly kills: number
  readonly steps: number
  /** Events of all causes, requests that came, and those that came again with an id that was known. */
  readonly events: number
  readonly received: number
  readonly again: number
  /** Events that are missing, doubled, out of order or changed; must be empty. */
  readonly faults: readonly string[]
}

const PARTNERS = 6

/** Follows until nothing is left. The journal is read up to where it was at the call before. */
export async function followAll(core: Core): Promise<void> {
  const causes = new Causes(core)
  const isBehind = async (): Promise<boolean> => {
    const { rows } = await sql<{ isBehind: boolean }>`
      select coalesce((select max(id) from journal), 0)
        > coalesce((select position from console.event_cursors where source = 'journal'), -1) as is_behind`.execute(
      core.database.read,
    )
    return rows[0]!.isBehind
  }
  do while (await causes.follow());
  while (await isBehind())
}

/**
 * In each round something happens to partners, and a process that makes and delivers its events is killed with SIGKILL at one step.
 * Once all rounds are over, a process comes to its end; then every cause has one event, and each has arrived, in order.
 *
 * Source: requirements WHK-003.
 */
export async function webhookKills(options: WebhookKillOptions): Promise<WebhookKillSummary> {
  const { rounds, variables, say } = options
  const receiver = await WebhookReceiver.open()
  try {
    await withCore(variables, (core) => prepare(core, receiver.address))
    let [kills, steps] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      await withCore(variables, (core) => happen(core, round))
      // The first round comes to its end and counts the steps.
      const step = steps === 0 ? 0 : 1 + (round % steps)
      const ran = await runKilled('webhook-kill-child.ts', { call: {}, step }, variables)
      kills += Number(ran.wasKilled)
      steps = Math.max(steps, ran.steps ?? 0)
      say?.(`round ${round + 1} of ${rounds}: step ${step}, ${receiver.received.length} received`)
    }
    await runKilled('webhook-kill-child.ts', { call: {}, step: 0 }, variables)
    const { faults, events, again } = await withCore(variables, (core) =>
      compare(core, receiver.received),
    )
    return { kills, steps, events, received: receiver.received.length, again, faults }
  } finally {
    await receiver.close()
  }
}

async function prepare(core: Core, address: string): Promise<void> {
  await changeSettings(core, { webhookPrivateTargets: 'TRUE' })
  await setRates(core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '2.5' }])
  await importPartners(core, asUpload(chainText(PARTNERS)))
  await core.database.transaction((tx) =>
    addEndpoint(core, tx, { address, note: '', types: WEBHOOK_TYPES }),
  )
  await followAll(core)
}

/** An order, a payout, and now and then a block and its end. */
async function happen(core: Core, round: number): Promise<void> {
  const partnerId = 1 + (round % PARTNERS)
  const now = core.clock()
  await recordOrder(core, { orderId: 1_000 + round, partnerId, paidAt: now, cents: 10_000 })
  await core.database.transaction((tx) =>
    sql`
      insert into payouts (partner_id, payout_from, payout_to, currency, address, amount, fee, receive, risks,
        requested_at, created_at)
      values (${partnerId}, 'A', 'B', 'UCN', 'x', 2, 1, 1, '{}', ${now}, ${now})`.execute(tx),
  )
  if (round % 5 !== 0) return
  await blockPartner(core, partnerId, true, 'for a test')
  await blockPartner(core, partnerId, false, 'for a test')
}

/** The ids that the causes make, computed apart from the product. */
const EXPECTED = sql<{ id: string }>`
  select 'order.recorded.' || id as id from orders
  union all select 'payout.requested.' || id from payouts
  union all select 'partner.' || case when blocked then 'blocked.' else 'unblocked.' end || fact from partner_blocks
  union all select 'rank.reached.' || partner_id || '.' || ladder || '.' || rank_id from rank_reaches
  union all select distinct 'bonus.credited.order.' || coalesce(b.order_id, r.order_id) || '.' || b.partner_id
    from bonus_records b left join rank_reaches r on r.bonus_record_id = b.id`

async function compare(core: Core, received: readonly Received[]) {
  const faults: string[] = []
  const { rows: expected } = await EXPECTED.execute(core.database.read)
  const events = await core.database.read
    .selectFrom('console.webhookEvents')
    .select(['number', 'id', 'partnerId', 'body'])
    .orderBy('number')
    .execute()
  const made = new Map(events.map((event) => [event.id, event]))
  for (const { id } of expected) if (!made.has(id)) faults.push(`${id} has no event`)
  if (events.length !== expected.length)
    faults.push(`${events.length} events of ${expected.length} causes`)

  const seen = new Set<string>()
  const last = new Map<number | null, number>()
  for (const { event, body } of received) {
    const { number, partnerId, body: stored } = made.get(event.id) ?? { number: 0, partnerId: 0 }
    if (body !== stored) faults.push(`${event.id} came changed`)
    if (seen.has(event.id)) continue
    seen.add(event.id)
    if (number < (last.get(partnerId) ?? 0)) faults.push(`${event.id} came after a later event`)
    last.set(partnerId, number)
  }
  for (const { id } of events) if (!seen.has(id)) faults.push(`${id} never came`)
  return { faults, events: events.length, again: received.length - seen.size }
}
