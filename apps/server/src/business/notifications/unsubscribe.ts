import { createHmac, timingSafeEqual } from 'node:crypto'

import {
  isAlwaysOn,
  NOTIFICATION_KEYS,
  type NotificationKey,
  Refusal,
} from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { changeNotificationSettings, readNotificationSettings } from './notification-settings.ts'

const FORM = /^(\d{1,15})\.([A-Za-z]{1,40})\.([\w-]{43})$/

type Choice = { readonly partnerId: number; readonly key: NotificationKey }

/** Signs the right to switch one setting of one partner off. It does not end: old mails still have a working link. */
export async function signUnsubscribe(
  { secret }: Pick<Core, 'secret'>,
  { partnerId, key }: Choice,
): Promise<string> {
  return `${partnerId}.${key}.${await authenticate(secret, `${partnerId}.${key}`)}`
}

/**
 * The setting of a signed link, and whether it is on.
 *
 * Refuses: `not_found`.
 */
export async function readUnsubscribe(
  core: Core,
  signature: string,
): Promise<{ key: NotificationKey; isOn: boolean }> {
  const { partnerId, key } = await opened(core, signature)
  const settings = await readNotificationSettings(core.database.read, partnerId)
  return { key, isOn: settings[key].value }
}

/**
 * Switches the setting of a signed link off; again changes nothing.
 *
 * Refuses: `not_found`.
 * Source: RFC 8058.
 */
export async function unsubscribe(
  core: Core,
  signature: string,
): Promise<{ key: NotificationKey; isOn: boolean }> {
  const { partnerId, key } = await opened(core, signature)
  const settings = await changeNotificationSettings(core, partnerId, { [key]: false })
  return { key, isOn: settings[key].value }
}

async function opened({ secret, database }: Core, signature: string): Promise<Choice> {
  const [, id, named, code] = FORM.exec(signature) ?? []
  const key = NOTIFICATION_KEYS.find((known) => known === named)
  if (code === undefined || key === undefined || isAlwaysOn(key)) throw new Refusal('not_found')
  const due = await authenticate(secret, `${id}.${key}`)
  if (!timingSafeEqual(Buffer.from(code), Buffer.from(due))) throw new Refusal('not_found')
  const partner = await database.read
    .selectFrom('partners')
    .select('erasedAt')
    .where('id', '=', Number(id))
    .executeTakeFirst()
  if (partner === undefined || partner.erasedAt !== null) throw new Refusal('not_found')
  return { partnerId: Number(id), key }
}

async function authenticate(secret: Core['secret'], text: string): Promise<string> {
  const key = await secret('unsubscribe-key')
  return createHmac('sha256', key).update(`unsubscribe ${text}`).digest('base64url')
}
