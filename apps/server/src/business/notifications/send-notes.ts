import { DAY_MS, type AccountCurrency } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Channel, Group } from './channels.ts'
import type { MailItem } from './mail-event.ts'
import type { Told } from './notification-letter.ts'
import { MOST_ITEMS } from './note-events.ts'
import { reviseNotes } from './revise-notes.ts'

const MESSAGES_A_STEP = 50

/** A setting sends at most this many messages within 24 hours; what comes after is summed up in the next one. */
export const MOST_A_DAY = 5

/** What the notes of a message say; `id` and `at` are of the first note, the same when the message is made again. */
export type Taken = { readonly told: Told; readonly id: number; readonly at: number }

/** How the notes of a channel leave. */
export type Delivery = {
  readonly channel: Channel
  /** Whether the partner still wants messages of the kind, and can get them. */
  readonly mayGet: (tx: Tx, group: Group) => Promise<boolean>
  readonly deliver: (tx: Tx, group: Group, taken: Taken) => Promise<void>
}

/**
 * Hands over the messages that are due; returns whether there were any. The notes of a message are deleted in the transaction
 * that hands it over, so each event is told once. One process at a time sends.
 */
export async function sendNotes(core: Core, delivery: Delivery): Promise<boolean> {
  const now = core.clock()
  const { notes, lock } = delivery.channel
  if (!(await isAnyDue(core, notes, now))) return false
  return core.database.transaction(async (tx) => {
    if (!(await isSender(tx, lock))) return false
    const { rows: groups } = await sql<Group>`
      select partner_id, key, day from ${sql.table(notes)} where due_at <= ${now}
      group by partner_id, key, day order by min(due_at), min(id) limit ${sql.lit(MESSAGES_A_STEP)}`.execute(
      tx,
    )
    for (const group of groups) await sendOne(tx, { group, now, ...delivery })
    return groups.length > 0
  })
}

async function isAnyDue({ database }: Core, notes: Channel['notes'], now: number) {
  const due = await database.read
    .selectFrom(notes)
    .select('id')
    .where('dueAt', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

async function isSender(tx: Tx, lock: string): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${lock})) as is_mine`.execute(tx)
  return rows[0]!.isMine
}

type Sending = Delivery & { readonly group: Group; readonly now: number }

async function sendOne(tx: Tx, { channel, group, now, mayGet, deliver }: Sending): Promise<void> {
  if (!(await mayGet(tx, group))) {
    await takeNotes(tx, channel, group)
    return
  }
  if (!(await reviseNotes(tx, channel, group))) return
  const later = await takeTurn(tx, channel, { group, now })
  if (later !== null) {
    await ofGroup(tx.updateTable(channel.notes).set({ dueAt: later }), group).execute()
    return
  }
  await deliver(tx, group, await takeNotes(tx, channel, group))
}

/**
 * Counts a message of a setting; answers when the next one may go, if there were too many within 24 hours. They start with the
 * first message, and again after the clock was set back.
 */
async function takeTurn(
  tx: Tx,
  { pace: table }: Channel,
  { group: { partnerId, key }, now }: { readonly group: Group; readonly now: number },
): Promise<number | null> {
  const pace = await tx
    .selectFrom(table)
    .select(['windowStart', 'mails'])
    .where('partnerId', '=', partnerId)
    .where('key', '=', key)
    .executeTakeFirst()
  const isRunning = pace !== undefined && pace.windowStart <= now && now < pace.windowStart + DAY_MS
  if (isRunning && pace.mails >= MOST_A_DAY) return pace.windowStart + DAY_MS
  const next = isRunning
    ? { windowStart: pace.windowStart, mails: pace.mails + 1 }
    : { windowStart: now, mails: 1 }
  await tx
    .insertInto(table)
    .values({ partnerId, key, ...next })
    .onConflict((conflict) => conflict.columns(['partnerId', 'key']).doUpdateSet(next))
    .execute()
  return null
}

/** Deletes the notes of a message and adds them up. */
async function takeNotes(tx: Tx, { notes: table }: Channel, group: Group): Promise<Taken> {
  const notes = await ofGroup(tx.deleteFrom(table), group)
    .returning(['id', 'dueAt', 'entries', 'sums', 'items'])
    .execute()
  notes.sort((a, b) => a.id - b.id)
  const sums = new Map<AccountCurrency, bigint>()
  for (const [currency, units] of notes.flatMap((note) => Object.entries(note.sums))) {
    const known = currency as AccountCurrency
    sums.set(known, (sums.get(known) ?? 0n) + BigInt(units))
  }
  const items = notes.flatMap((note) => note.items as MailItem[]).slice(0, MOST_ITEMS)
  const entries = notes.reduce((sum, note) => sum + note.entries, 0)
  const { id, dueAt: at } = notes[0]!
  return { told: { key: group.key, day: group.day, entries, sums, items }, id, at }
}

type Filtered<Query> = {
  where(column: 'partnerId' | 'key' | 'day', is: '=', value: string | number): Query
}

const ofGroup = <Query extends Filtered<Query>>(
  query: Query,
  { partnerId, key, day }: Group,
): Query => query.where('partnerId', '=', partnerId).where('key', '=', key).where('day', '=', day)
