import { randomUUID } from 'node:crypto'

import type { Attempt, Endpoint, WebhookType } from '@partner-office/contracts'
import { DAY_MS, Refusal, requireFields } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { requireNoQuarantine } from '../quarantine/quarantine.ts'
import { sealSecret } from './endpoint-secrets.ts'
import { noteAttempt, type StoredEndpoint } from './event-sender.ts'
import { requireEndpointAddress } from './post-event.ts'
import { reachIn, sendEvent } from './send-event.ts'
import { newSecret } from './signature.ts'
import { switchEndpoint } from './switch-endpoints.ts'

/** What an operator says of an endpoint. */
type Written = {
  readonly address: string
  readonly note: string
  readonly types: readonly WebhookType[]
}

/** An endpoint as the operator has seen it. */
type Seen = { readonly id: number; readonly version: number }

const FORMER_FOR_MS = DAY_MS

/** Endpoints with what waits for them, by id; all, or one. */
export async function readEndpoints(db: Db, id: number | null = null): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    select p.id, p.address, p.note, p.types, p.off_because, p.added_at, p.last_success_at, p.former_until, p.version,
      w.pending, f.noted_at as since, g.given_up
    from console.endpoints p
      cross join lateral (
        select count(*)::integer as pending, min(event_number) as first from console.deliveries d
        where d.endpoint_id = p.id and d.state = 'PENDING') w
      left join console.webhook_events f on f.number = w.first
      cross join lateral (
        select count(*)::integer as given_up from console.deliveries d
        where d.endpoint_id = p.id and d.state = 'GIVEN_UP') g
    where ${id}::bigint is null or p.id = ${id} order by p.id`.execute(db)
  return rows
}

/** One endpoint. Refuses: `not_found`. */
export async function readEndpoint(db: Db, id: number): Promise<Endpoint> {
  const [endpoint] = await readEndpoints(db, id)
  if (endpoint === undefined) throw new Refusal('not_found')
  return endpoint
}

/** Adds an endpoint; answers its number and its secret, which nothing shows again. Refuses: `required`; `invalid_format`. */
export async function addEndpoint(
  core: Core,
  tx: Tx,
  written: Written,
): Promise<{ readonly id: number; readonly secret: string }> {
  const secret = newSecret()
  const { id } = await tx
    .insertInto('console.endpoints')
    .values({
      ...(await checked(tx, written)),
      sealedSecret: sealSecret(core, secret),
      addedAt: core.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret }
}

/** Changes address, note and types. Refuses: `not_found`; `changed_meanwhile`; as `addEndpoint`. */
export async function changeEndpoint(tx: Tx, seen: Seen, written: Written): Promise<void> {
  await lockSeen(tx, seen)
  await setIn(tx, seen.id, await checked(tx, written))
}

/** Switches an endpoint on or off. Refuses: `not_found`; `changed_meanwhile`. */
export async function turnEndpoint(core: Core, tx: Tx, seen: Seen, isOn: boolean): Promise<void> {
  const endpoint = await lockSeen(tx, seen)
  if (endpoint.isOn !== isOn) await switchEndpoint(tx, { id: seen.id, isOn }, core.clock())
}

/** Makes another secret; the one before signs too for a day. Refuses: `not_found`; `changed_meanwhile`. */
export async function rotateSecret(core: Core, tx: Tx, seen: Seen): Promise<string> {
  const { sealedSecret } = await lockSeen(tx, seen)
  const secret = newSecret()
  await setIn(tx, seen.id, {
    sealedSecret: sealSecret(core, secret),
    sealedFormerSecret: sealedSecret,
    formerUntil: core.clock() + FORMER_FOR_MS,
  })
  return secret
}

/** Removes an endpoint with what waits for it and its log. Refuses: `not_found`. */
export async function removeEndpoint(tx: Tx, id: number): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('console.endpoints')
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
}

/**
 * Sends a test event at once, also to an endpoint that is off; it is noted in the log and not repeated.
 *
 * Refuses: `not_found`; `InQuarantine`.
 */
export async function testEndpoint(core: Core, id: number): Promise<Attempt> {
  const { read } = core.database
  await requireNoQuarantine(read)
  const endpoint = await find(read, id)
  const at = core.clock()
  const event = { id: `webhook.test.${randomUUID()}`, type: 'webhook.test' }
  const timestamp = new Date(at).toISOString()
  const body = JSON.stringify({ ...event, timestamp, cause: null, partnerId: null, data: {} })
  const sent = { id: event.id, body }
  const answer = await sendEvent(core, endpoint, sent, { at, reach: await reachIn(read) })
  const { id: eventId, type } = event
  const attempt = { endpointId: id, eventId, type, partnerId: null, at, ...answer }
  const number = await core.database.transaction((tx) => noteAttempt(tx, attempt))
  const { endpointId: _endpoint, ...told } = attempt
  return { ...told, id: number, state: null }
}

async function checked(tx: Tx, { address, note, types }: Written) {
  requireFields({ address }, ['address'])
  try {
    const { href } = requireEndpointAddress(address, await reachIn(tx))
    return { address: href, note, types: [...types] }
  } catch {
    throw new Refusal('invalid_format', { field: 'address' })
  }
}

async function setIn(
  tx: Tx,
  id: number,
  values: Partial<Omit<StoredEndpoint, 'id' | 'version'>>,
): Promise<void> {
  await tx
    .updateTable('console.endpoints')
    .set(values)
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

async function find(db: Db, id: number): Promise<StoredEndpoint> {
  const query = db.selectFrom('console.endpoints').selectAll().where('id', '=', id)
  const endpoint = await query.executeTakeFirst()
  if (endpoint === undefined) throw new Refusal('not_found')
  return endpoint
}

async function lockSeen(tx: Tx, { id, version }: Seen): Promise<StoredEndpoint> {
  await sql`select from console.endpoints where id = ${id} for update`.execute(tx)
  const endpoint = await find(tx, id)
  if (endpoint.version !== version) throw new Refusal('changed_meanwhile')
  return endpoint
}
