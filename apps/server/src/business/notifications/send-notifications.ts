import { DAY_MS, type AccountCurrency } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Mail } from '../../mails/letter.ts'
import { reachableByMail } from '../../passport/accounts/accounts.ts'
import { contactOfPartner } from '../partners/read-contact.ts'
import { type MailItem, type MailKind, settingOf } from './mail-event.ts'
import { notificationLetter, type Told } from './notification-letter.ts'
import { readNotificationSettings } from './notification-settings.ts'
import { MOST_ITEMS } from './note-events.ts'
import { reviseNotes } from './revise-notes.ts'
import { signUnsubscribe } from './unsubscribe.ts'

/** Where mails go, and the addresses that they name. */
export type NotificationPost = {
  readonly mail: Mail
  readonly office: string
  readonly passport: string
}

const MAILS_A_STEP = 50

/** A setting sends at most this many mails within 24 hours; what comes after is summed up in the next one. */
export const MOST_A_DAY = 5

type Group = { readonly partnerId: number; readonly key: MailKind; readonly day: number }

/**
 * Hands over the mails that are due; returns whether there were any. The notes of a mail are deleted in the transaction
 * that hands it over, so each event is told once. One process at a time sends.
 */
export async function sendNotifications(core: Core, post: NotificationPost): Promise<boolean> {
  const now = core.clock()
  if (!(await isAnyDue(core, now))) return false
  return core.database.transaction(async (tx) => {
    if (!(await isSender(tx))) return false
    const { rows: groups } = await sql<Group>`
      select partner_id, key, day from mail_notes where due_at <= ${now}
      group by partner_id, key, day order by min(due_at), min(id) limit ${sql.lit(MAILS_A_STEP)}`.execute(
      tx,
    )
    for (const group of groups) await sendOne(core, tx, { group, post })
    return groups.length > 0
  })
}

async function isAnyDue({ database }: Core, now: number): Promise<boolean> {
  const due = await database.read
    .selectFrom('mailNotes')
    .select('id')
    .where('dueAt', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

async function isSender(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('mails: sending')) as is_mine`.execute(tx)
  return rows[0]!.isMine
}

type Sending = { readonly group: Group; readonly post: NotificationPost }

async function sendOne(core: Core, tx: Tx, { group, post }: Sending): Promise<void> {
  const { partnerId, key } = group
  if (!(await mayGetMail(tx, group))) {
    await takeNotes(tx, group)
    return
  }
  if (!(await reviseNotes(tx, group))) return
  const later = await takeTurn(tx, group, core.clock())
  if (later !== null) {
    await ofGroup(tx.updateTable('mailNotes').set({ dueAt: later }), group).execute()
    return
  }
  const { told, id, at } = await takeNotes(tx, group)
  const { email, language } = await contactOfPartner(tx, partnerId)
  const letter = notificationLetter(told, {
    userId: partnerId,
    email,
    language,
    office: post.office,
    passport: post.passport,
    signature: await signUnsubscribe(core, { partnerId, key: settingOf(key) }),
    nameOf: await namesOf(tx, told.items),
  })
  await post.mail.send(letter, { tx, id: `notification-${id}`, at })
}

/** The setting may have been switched off, and the account closed, since the note was made. */
async function mayGetMail(tx: Tx, { partnerId, key }: Group): Promise<boolean> {
  const reachable = await reachableByMail(tx, [partnerId])
  return (
    reachable.has(partnerId) &&
    (await readNotificationSettings(tx, partnerId))[settingOf(key)].value
  )
}

/**
 * Counts a mail of a setting; answers when the next one may go, if there were too many within 24 hours. They start with the
 * first mail, and again after the clock was set back.
 */
async function takeTurn(tx: Tx, { partnerId, key }: Group, now: number): Promise<number | null> {
  const pace = await tx
    .selectFrom('mailPace')
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
    .insertInto('mailPace')
    .values({ partnerId, key, ...next })
    .onConflict((conflict) => conflict.columns(['partnerId', 'key']).doUpdateSet(next))
    .execute()
  return null
}

/** Deletes the notes of a mail and adds them up. */
async function takeNotes(tx: Tx, group: Group): Promise<{ told: Told; id: number; at: number }> {
  const notes = await ofGroup(tx.deleteFrom('mailNotes'), group)
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

async function namesOf(tx: Tx, items: readonly MailItem[]): Promise<(partnerId: number) => string> {
  const ids = items.flatMap(({ partner }) => partner ?? [])
  if (ids.length === 0) return String
  const partners = await tx
    .selectFrom('partners')
    .select(['id', 'firstName', 'lastName'])
    .where('id', 'in', ids)
    .execute()
  const names = new Map(
    partners.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]),
  )
  return (partnerId) => names.get(partnerId) ?? String(partnerId)
}
