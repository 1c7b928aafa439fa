import { DAY_MS } from '@partner-office/domain'
import webPush from 'web-push'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { type Answer, type EndpointReach, postEvent, reachOf } from '../webhooks/post-event.ts'
import { vapidKey, type VapidKey } from './vapid-key.ts'

const MESSAGES_A_STEP = 50
const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 3_600_000
/** How long a message is tried, and how long a push service keeps it for a device that is off. */
const KEPT_MS = DAY_MS
/** The endpoint is no longer subscribed. Source: RFC 8030 sections 5, 7.3. */
const ENDED = new Set([404, 410])

type Options = {
  /** The address of the office, by which push services find the operators of this installation. */
  readonly office: string
  readonly reach?: EndpointReach
}

type Due = {
  readonly id: number
  readonly subscriptionId: number
  readonly endpoint: string
  readonly body: Buffer
  readonly createdAt: number
  readonly attempts: number
}

/**
 * Sends the messages that are due; returns whether there may be more. 404 and 410 end the subscription; every other
 * answer but 2xx, and none, is tried again after 1 minute, then after twice the time before, at most an hour, for a day.
 *
 * Source: PWA-007 to PWA-009.
 */
export async function deliverMessages(
  core: Core,
  { office, reach = reachOf(false) }: Options,
): Promise<boolean> {
  const due = await dueMessages(core.database.read, core.clock())
  if (due.length === 0) return false
  const key = await vapidKey(core)
  await Promise.all(due.map((message) => deliverOne(core, message, { key, office, reach })))
  return due.length === MESSAGES_A_STEP
}

const dueMessages = (db: Db, now: number): Promise<Due[]> =>
  db
    .selectFrom('pushMessages as m')
    .innerJoin('pushSubscriptions as s', 's.id', 'm.subscriptionId')
    .select(['m.id', 'm.subscriptionId', 's.endpoint', 'm.body', 'm.createdAt', 'm.attempts'])
    .where('m.nextAt', '<=', now)
    .orderBy('m.nextAt')
    .orderBy('m.id')
    .limit(MESSAGES_A_STEP)
    .execute()

type Sending = Required<Options> & { readonly key: VapidKey }

async function deliverOne(core: Core, message: Due, sending: Sending): Promise<void> {
  const leftMs = message.createdAt + KEPT_MS - core.clock()
  const answer = leftMs > 0 ? await post(message, leftMs, sending) : null
  await core.database.transaction(async (tx) => {
    if (answer !== null && ENDED.has(answer.status ?? 0)) {
      await tx.deleteFrom('pushSubscriptions').where('id', '=', message.subscriptionId).execute()
      return
    }
    const nextAt = core.clock() + retryMs(message.attempts)
    if (answer?.isDelivered === false && nextAt < message.createdAt + KEPT_MS) {
      await tx
        .updateTable('pushMessages')
        .set({ nextAt, attempts: message.attempts + 1 })
        .where('id', '=', message.id)
        .execute()
      return
    }
    await tx.deleteFrom('pushMessages').where('id', '=', message.id).execute()
  })
}

/** Units: milliseconds. */
const retryMs = (attempts: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS)

function post(
  { endpoint, body }: Due,
  leftMs: number,
  { key, office, reach }: Sending,
): Promise<Answer> {
  const { origin } = new URL(endpoint)
  const vapid = webPush.getVapidHeaders(
    origin,
    contactOf(office),
    key.publicKey,
    key.privateKey,
    'aes128gcm',
  )
  const headers = {
    authorization: vapid.Authorization,
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(Math.ceil(leftMs / 1_000)),
    urgency: 'normal',
  }
  return postEvent(endpoint, { headers, body }, reach)
}

/** Source: RFC 8292 section 2.1: an https or mailto address. */
const contactOf = (office: string): string =>
  office.startsWith('https:') ? office : `mailto:office@${new URL(office).hostname}`
