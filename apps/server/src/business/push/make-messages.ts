import { directionOf } from '@partner-office/locales'
import { mailTexts, PRODUCT_NAME, settingName } from '@partner-office/locales/mail'
import type { Selectable } from 'kysely'
import webPush from 'web-push'

import type { Core } from '../../core/core.ts'
import type { Schema } from '../../db/schema.ts'
import type { Tx } from '../../db/database.ts'
import { type Group, PUSHES } from '../notifications/channels.ts'
import { settingOf } from '../notifications/mail-event.ts'
import { namesOf } from '../notifications/names-of-items.ts'
import {
  notificationLines,
  notificationPath,
  type Reader,
} from '../notifications/notification-letter.ts'
import { type Delivery, sendNotes, type Taken } from '../notifications/send-notes.ts'
import { contactOfPartner } from '../partners/read-contact.ts'

type Device = Selectable<Schema['pushSubscriptions']>

/** A push service takes 4,096 bytes, of which encryption needs 103. Units: bytes. Source: RFC 8030 section 7.2, RFC 8291 section 4. */
const MOST_BYTES = 3_900

/**
 * Makes the messages that are due and encrypts each for its device, which is as far as their texts get; returns whether there
 * were any. The notes follow the bursts and limits of mails.
 *
 * Source: PWA-006 to PWA-008; docs/decisions/0013-mails.md, 0035-installed-office.md.
 */
export const makeMessages = (core: Core): Promise<boolean> => sendNotes(core, messagesOf(core))

const messagesOf = (core: Core): Delivery => ({
  channel: PUSHES,
  mayGet: async (tx, group) => (await devicesFor(tx, group)).length > 0,
  deliver: async (tx, group, taken) => {
    const { language } = await contactOfPartner(tx, group.partnerId)
    const reader = { language, nameOf: await namesOf(tx, taken.told.items) }
    const now = core.clock()
    const messages = (await devicesFor(tx, group)).map((device) => ({
      subscriptionId: device.id,
      body: encrypted(device, textOf(taken, device.details, reader)),
      createdAt: now,
      nextAt: now,
    }))
    await tx.insertInto('pushMessages').values(messages).execute()
  },
})

/** The devices for which the partner has chosen the setting. */
async function devicesFor(tx: Tx, { partnerId, key }: Group): Promise<Device[]> {
  const devices = await tx
    .selectFrom('pushSubscriptions')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .orderBy('id')
    .execute()
  return devices.filter(({ keys }) => keys.includes(settingOf(key)))
}

/** A message names its setting alone, unless the partner has chosen details for the device: anybody reads a locked screen. */
function textOf({ told, id }: Taken, hasDetails: boolean, reader: Reader): string {
  const { language } = mailTexts(reader.language)
  const event = {
    title: PRODUCT_NAME,
    body: settingName(language, settingOf(told.key)),
    path: notificationPath(told, language),
  }
  const shown = hasDetails ? detailsOf(told, reader) : event
  return JSON.stringify({
    ...shown,
    tag: `${told.key}-${id}`,
    lang: language,
    dir: directionOf(language),
  })
}

function detailsOf(told: Taken['told'], reader: Reader) {
  const { subject, rows, path } = notificationLines(told, reader)
  return { title: subject, body: shortened(rows.join('\n')), path }
}

/** Units: characters; each takes at most three bytes of JSON, or six as two halves. */
const MOST_CHARACTERS = 900

const shortened = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`

function encrypted({ p256dh, auth }: Device, text: string): Buffer {
  if (Buffer.byteLength(text) > MOST_BYTES) throw new RangeError('a message is too long')
  const { cipherText } = webPush.encrypt(
    p256dh.toString('base64url'),
    auth.toString('base64url'),
    text,
    'aes128gcm',
  )
  return cipherText
}
