import { DAY_MS, isAlwaysOn, isOnAtFirst, type NotificationKey } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { type Channel, MAILS, PUSHES } from './channels.ts'
import {
  type Facts,
  type MailEvent,
  type MailItem,
  type MailKind,
  settingOf,
} from './mail-event.ts'

/** A mail waits this long for more events of its setting. */
export const WAIT_MS = 60_000

/** A mail lists at most this many entries, and how many others there are. */
export const MOST_ITEMS = 10

/** What one note holds: the events of one partner, kind and day. */
type Note = {
  readonly partnerId: number
  readonly key: MailKind
  readonly day: number
  readonly facts: Facts | undefined
  entries: number
  readonly sums: Map<string, bigint>
  readonly items: MailItem[]
}

/** Notes the mails and push messages that events owe, one note for each partner and setting, where the setting is on. */
export async function noteEvents(tx: Tx, events: readonly MailEvent[], now: number): Promise<void> {
  if (events.length === 0) return
  const partnerIds = [...new Set(events.map(({ partnerId }) => partnerId))]
  const wanted = [
    { channel: MAILS, isOn: await settingsOf(tx, partnerIds) },
    { channel: PUSHES, isOn: await devicesOf(tx, partnerIds) },
  ]
  for (const { channel, isOn } of wanted) {
    const notes = grouped(events.filter(({ partnerId, key }) => isOn(partnerId, settingOf(key))))
    if (notes.length > 0) await insertNotes(tx, channel, notes, now)
  }
}

async function insertNotes(tx: Tx, channel: Channel, notes: readonly Note[], now: number) {
  const rows = notes.map(({ partnerId, key, day, entries, sums, items, facts }) => ({
    partner_id: partnerId,
    key,
    day,
    due_at: day === 0 ? now + WAIT_MS : Math.max(now, (day + 1) * DAY_MS) + WAIT_MS,
    entries,
    sums: storedSums(sums),
    items,
    after_fact: facts?.after,
    up_to_fact: facts?.upTo,
  }))
  await sql`
    insert into ${sql.table(channel.notes)}
      (partner_id, key, day, due_at, entries, sums, items, after_fact, up_to_fact)
    select partner_id, key, day, due_at, entries, sums, items, after_fact, up_to_fact
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(partner_id bigint, key text, day integer,
      due_at bigint, entries integer, sums jsonb, items jsonb, after_fact bigint, up_to_fact bigint)`.execute(
    tx,
  )
}

/** Sums as they are stored: smallest units as text, by currency. */
export const storedSums = (sums: Note['sums']): Record<string, string> =>
  Object.fromEntries([...sums].map(([currency, units]) => [currency, String(units)]))

async function settingsOf(tx: Tx, partnerIds: readonly number[]) {
  const { rows } = await sql<{ partnerId: number; key: string; value: boolean }>`
    select partner_id, key, value from notification_settings
    where partner_id = any(${[...partnerIds]}::bigint[])`.execute(tx)
  const chosen = new Map(rows.map(({ partnerId, key, value }) => [`${partnerId} ${key}`, value]))
  return (partnerId: number, key: NotificationKey): boolean =>
    isAlwaysOn(key) || (chosen.get(`${partnerId} ${key}`) ?? isOnAtFirst(key))
}

/** What partners have chosen for any of their devices. */
async function devicesOf(tx: Tx, partnerIds: readonly number[]) {
  const { rows } = await sql<{ partnerId: number; key: string }>`
    select distinct partner_id, unnest(keys) as key from push_subscriptions
    where partner_id = any(${[...partnerIds]}::bigint[])`.execute(tx)
  const chosen = new Set(rows.map(({ partnerId, key }) => `${partnerId} ${key}`))
  return (partnerId: number, key: NotificationKey): boolean => chosen.has(`${partnerId} ${key}`)
}

/** The events, one note for each partner, kind and day. */
export function grouped(events: readonly MailEvent[]): Note[] {
  const notes = new Map<string, Note>()
  for (const { partnerId, key, day = 0, item, sum, facts } of events) {
    const name = `${partnerId} ${key} ${day}`
    const empty = { partnerId, key, day, facts, entries: 0, sums: new Map(), items: [] }
    const note: Note = notes.get(name) ?? empty
    notes.set(name, note)
    note.entries += 1
    if (note.items.length < MOST_ITEMS) note.items.push(item)
    if (sum) note.sums.set(sum.currency, (note.sums.get(sum.currency) ?? 0n) + sum.units)
  }
  return [...notes.values()]
}
