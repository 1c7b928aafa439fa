import { DAY_MS, isAlwaysOn, isOnAtFirst, type NotificationKey } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
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

/** Notes the mails that events owe, one note for each partner and setting, where the setting is on. */
export async function noteEvents(tx: Tx, events: readonly MailEvent[], now: number): Promise<void> {
  if (events.length === 0) return
  const isOn = await settingsOf(tx, [...new Set(events.map(({ partnerId }) => partnerId))])
  const notes = grouped(events.filter(({ partnerId, key }) => isOn(partnerId, settingOf(key))))
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
    insert into mail_notes (partner_id, key, day, due_at, entries, sums, items, after_fact, up_to_fact)
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
