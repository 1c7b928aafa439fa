import { sql } from 'kysely'

import type { Db, Tx } from '../../db/database.ts'

/** An event on its way to an endpoint. `firstAt`: when it was first tried. */
export type Delivery = {
  readonly endpointId: number
  readonly number: number
  readonly id: string
  readonly type: string
  readonly partnerId: number | null
  readonly body: string
  readonly tries: number
  readonly firstAt: number | null
}

const HOUR_MS = 3_600_000
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = HOUR_MS
const JITTER = 0.2
const GIVEN_UP_AFTER_MS = 72 * HOUR_MS

/**
 * Owes events to each endpoint that takes their type. What follows an event of its partner that waits is due when that is.
 *
 * Locks the endpoints, as the end of an attempt does: neither misses what the other writes.
 */
export async function oweDeliveries(
  tx: Tx,
  numbers: readonly number[],
  now: number,
): Promise<void> {
  if (numbers.length === 0) return
  await sql`select from console.endpoints order by id for update`.execute(tx)
  await sql`
    insert into console.deliveries (endpoint_id, event_number, partner_id, due_at)
    select p.id, e.number, coalesce(e.partner_id, 0), coalesce((
      select max(d.due_at) from console.deliveries d
      where d.endpoint_id = p.id and d.partner_id = coalesce(e.partner_id, 0) and d.state = 'PENDING'), ${now})
    from console.webhook_events e join console.endpoints p on e.type = any(p.types)
    where e.number = any(${numbers}::bigint[])`.execute(tx)
}

/**
 * The next events that an endpoint is due to get, at most one of each partner: the next one of a partner waits until the one before was
 * delivered or given up (D-177).
 */
export async function dueDeliveries(
  db: Db,
  endpointId: number,
  {
    now,
    most,
    besides,
  }: { readonly now: number; readonly most: number; readonly besides: readonly number[] },
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select d.endpoint_id, e.number, e.id, e.type, e.partner_id, e.body, d.tries, d.first_at
    from console.deliveries d join console.webhook_events e on e.number = d.event_number
    where d.endpoint_id = ${endpointId} and d.state = 'PENDING' and d.due_at <= ${now}
      and d.event_number <> all(${besides}::bigint[])
      and not exists (
        select from console.deliveries b
        where b.endpoint_id = d.endpoint_id and b.partner_id = d.partner_id and b.state = 'PENDING'
          and b.event_number < d.event_number)
    order by d.due_at, d.event_number limit ${most}`.execute(db)
  return rows
}

/** Ends a delivery whose attempt was answered with success, and lets the partner's next event follow at once. */
export async function noteDelivered(tx: Tx, delivery: Delivery, now: number): Promise<void> {
  await sql`
    update console.endpoints set last_success_at = ${now}, failing_since = null
    where id = ${delivery.endpointId}`.execute(tx)
  await endDelivery(tx, delivery, { state: 'DELIVERED', now })
}

/**
 * Notes a failed attempt: the event is tried again after 1 minute, then after twice the time before with 20 % jitter, at most one hour;
 * after 72 hours it is given up.
 *
 * Units: `random` from 0 to below 1. Source: requirements WHK-005.
 */
export async function noteFailed(
  tx: Tx,
  delivery: Delivery,
  { now, random }: { readonly now: number; readonly random: number },
): Promise<void> {
  const { endpointId, number, partnerId, tries } = delivery
  const firstAt = delivery.firstAt ?? now
  const end = firstAt + GIVEN_UP_AFTER_MS
  if (now >= end) return endDelivery(tx, delivery, { state: 'GIVEN_UP', now })
  const dueAt = Math.min(now + waitAfter(tries, random), end)
  await sql`
    update console.deliveries set tries = tries + 1, first_at = ${firstAt}, due_at = ${dueAt}
    where endpoint_id = ${endpointId} and event_number = ${number} and state = 'PENDING'`.execute(
    tx,
  )
  await delayFollowers(tx, { endpointId, partnerId }, dueAt)
}

/** Time until the next attempt after `tries` failed ones before this. Units: milliseconds. */
export function waitAfter(tries: number, random: number): number {
  const wait = FIRST_WAIT_MS * 2 ** Math.min(tries, 10)
  const jitter = tries === 0 ? 1 : 1 - JITTER + 2 * JITTER * random
  return Math.min(Math.round(wait * jitter), LONGEST_WAIT_MS)
}

async function endDelivery(
  tx: Tx,
  { endpointId, number, partnerId }: Delivery,
  { state, now }: { readonly state: 'DELIVERED' | 'GIVEN_UP'; readonly now: number },
): Promise<void> {
  await sql`
    update console.deliveries set state = ${state}, ended_at = ${now}, tries = tries + 1
    where endpoint_id = ${endpointId} and event_number = ${number} and state = 'PENDING'`.execute(
    tx,
  )
  await delayFollowers(tx, { endpointId, partnerId }, now)
}

/** What waits of a partner is due with its first event, so that a search by the due time need not pass over it. */
async function delayFollowers(
  tx: Tx,
  { endpointId, partnerId }: Pick<Delivery, 'endpointId' | 'partnerId'>,
  dueAt: number,
): Promise<void> {
  await sql`
    update console.deliveries set due_at = ${dueAt}
    where endpoint_id = ${endpointId} and partner_id = ${partnerId ?? 0} and state = 'PENDING'
      and due_at <> ${dueAt}`.execute(tx)
}
