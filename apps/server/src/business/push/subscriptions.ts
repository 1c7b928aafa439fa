import { createECDH } from 'node:crypto'

import type { CallInput, PushDevice, putPush } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { type Insertable, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { Partner } from '../partner.ts'
import { reachOf, requireEndpointAddress } from '../webhooks/post-event.ts'
import { vapidKey } from './vapid-key.ts'

type Choice = CallInput<typeof putPush>['body']

/** A partner has at most this many devices: one more ends the oldest one. */
export const MOST_DEVICES = 20

/** What the device of a session gets. */
export async function readPush(core: Core, partner: Partner): Promise<PushDevice> {
  const { publicKey } = await vapidKey(core)
  return { publicKey, subscription: await readSubscription(core.database.read, partner) }
}

async function readSubscription(db: Db, partner: Partner): Promise<PushDevice['subscription']> {
  const row = await db
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'keys', 'details'])
    .where('sessionHash', '=', hashOf(partner))
    .executeTakeFirst()
  return (row ?? null) as PushDevice['subscription']
}

/**
 * Subscribes the device of a session, or changes its choice. An endpoint is that of one browser: who subscribes it last has it.
 *
 * Refuses: `validation_error`, for an endpoint that nothing may be sent to, and for keys that are none; `invalid_token`, when the
 * session ended meanwhile.
 */
export async function changePush(
  core: Core,
  partner: Partner,
  { endpoint, p256dh, auth, keys, details }: Choice,
): Promise<PushDevice> {
  requireEndpoint(endpoint)
  requirePoint(p256dh)
  const device = {
    partnerId: partner.partnerId,
    sessionHash: hashOf(partner),
    endpoint,
    p256dh: Buffer.from(p256dh, 'base64url'),
    auth: Buffer.from(auth, 'base64url'),
    keys: [...new Set(keys)],
    details,
    subscribedAt: core.clock(),
  }
  await core.database.transaction(async (tx) => {
    await requireOpen(tx, device.sessionHash)
    await storeDevice(tx, device)
    await endOldest(tx, partner.partnerId)
  })
  return readPush(core, partner)
}

/** What ends the session waits, and then deletes the subscription with it. */
async function requireOpen(tx: Tx, sessionHash: Buffer): Promise<void> {
  const { rows } = await sql`
    select from passport.sessions where token_hash = ${sessionHash} for key share`.execute(tx)
  if (rows.length === 0) throw new Refusal('invalid_token')
}

/** A session has one device and an endpoint one session: what was there is replaced. */
async function storeDevice(tx: Tx, device: Insertable<Schema['pushSubscriptions']>): Promise<void> {
  await tx
    .deleteFrom('pushSubscriptions')
    .where(({ eb, or }) =>
      or([eb('endpoint', '=', device.endpoint), eb('sessionHash', '=', device.sessionHash)]),
    )
    .execute()
  await tx.insertInto('pushSubscriptions').values(device).execute()
}

async function endOldest(db: Db, partnerId: number): Promise<void> {
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where partner_id = ${partnerId}
      order by subscribed_at desc, id desc offset ${sql.lit(MOST_DEVICES)})`.execute(db)
}

/** Ends the messages to the device of a session. */
export async function endPush(core: Core, partner: Partner): Promise<PushDevice> {
  await core.database.transaction((tx) =>
    tx.deleteFrom('pushSubscriptions').where('sessionHash', '=', hashOf(partner)).execute(),
  )
  return readPush(core, partner)
}

const hashOf = ({ session }: Partner): Buffer => Buffer.from(session, 'base64url')

function requireEndpoint(endpoint: string): void {
  try {
    requireEndpointAddress(endpoint, reachOf(false))
  } catch (error) {
    const { message } = error as Error
    throw new Refusal('validation_error', { field: 'endpoint', reason: message })
  }
}

/** Another point would make each message fail. */
function requirePoint(p256dh: string): void {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(Buffer.from(p256dh, 'base64url'))
  } catch {
    throw new Refusal('validation_error', { field: 'p256dh', reason: 'not_a_key' })
  }
}
