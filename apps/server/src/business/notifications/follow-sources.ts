import { monthStart } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { inSlices } from '../../network/in-slices.ts'
import { lastFact } from '../../network/read-facts.ts'
import { type Cursor, moveCursor } from '../move-cursor.ts'
import { readSetting } from '../settings/read-settings.ts'
import { activityEvents } from './activity-events.ts'
import { MAILS, PUSHES } from './channels.ts'
import { factEvents } from './fact-events.ts'
import { HISTORY_MS } from './mail-event.ts'
import { closingEvents, nextSealed, type PartnerEvents, statusEvents } from './month-events.ts'
import { noteEvents, WAIT_MS } from './note-events.ts'

/**
 * A kind of event that causes mails. `begin` answers the position behind everything that happened before the product was
 * first started: that is not told. `step` notes the next events and answers the new cursor, or null without any.
 */
type Source = {
  readonly name: string
  begin(core: Core, tx: Tx): Promise<number>
  step(core: Core, tx: Tx, cursor: Cursor): Promise<Cursor | null>
}

const FACTS_A_STEP = 500
const ACTIVITY_EVERY_MS = 3_600_000

const facts: Source = {
  name: 'facts',
  begin: (_core, tx) => lastFact(tx),
  async step({ clock, plans }, tx, { position: after }) {
    const upTo = Math.min(after + FACTS_A_STEP, await lastFact(tx))
    if (upTo === after) return null
    const now = clock()
    const context = { now, plans: await plans.versions(tx) }
    await noteEvents(tx, await factEvents(tx, { after, upTo }, context), now)
    return { position: upTo, partnerId: 0 }
  },
}

const closings: Source = {
  name: 'closings',
  begin: async (_core, tx) => {
    const { rows } = await sql<{ last: number }>`
      select coalesce(max(closing_id), 0) as last from period_seals`.execute(tx)
    return Number(rows[0]!.last)
  },
  async step({ clock }, tx, { position, partnerId }) {
    const sealed = await nextSealed(tx, position)
    if (sealed === undefined) return null
    const next = await closingEvents(tx, sealed, partnerId)
    return noteNext(tx, next, { clock, position, done: sealed.closingId })
  },
}

/** A cursor that a clock moved ahead would leave out everything until that time. */
const mayMoveOn = async ({ trustedClock }: Core, tx: Tx): Promise<boolean> =>
  (await trustedClock.problem(tx)) === null

/** The position is the last month whose status was told. */
const months: Source = {
  name: 'months',
  begin: async ({ clock }) => monthStart(clock()),
  async step(core, tx, { position, partnerId }) {
    const month = monthStart(core.clock())
    if (month <= position || !(await mayMoveOn(core, tx))) return null
    const next = await statusEvents(core, tx, { month, after: partnerId })
    return noteNext(tx, next, { clock: core.clock, position, done: month })
  },
}

/** Notes the events of the next partners; after the last partner the position is done. */
async function noteNext(
  tx: Tx,
  { events, last }: PartnerEvents,
  { clock, position, done }: { clock: Core['clock']; position: number; done: number },
): Promise<Cursor> {
  await noteEvents(tx, events, clock())
  return last === null ? { position: done, partnerId: 0 } : { position, partnerId: last }
}

/** The position is the instant up to which ends of activity were told. */
const activity: Source = {
  name: 'activity',
  begin: async ({ clock }) => clock(),
  async step(core, tx, { position: after }) {
    const { network, clock } = core
    const now = clock()
    if (now - after < ACTIVITY_EVERY_MS || !(await mayMoveOn(core, tx))) return null
    const release = network.hold()
    try {
      const ends = activityEvents(network.engine, { after, upTo: now })
      await noteEvents(tx, await inSlices(ends), now)
    } finally {
      release()
    }
    return { position: now, partnerId: 0 }
  },
}

/** Each post is mailed once, known by its content; the position has no meaning. */
const posts: Source = {
  name: 'posts',
  async begin({ clock }, tx) {
    await sql`
      insert into mailed_posts select language, title, published_at from news_posts where published_at <= ${clock()}
      on conflict do nothing`.execute(tx)
    return 0
  },
  async step({ clock }, tx, cursor) {
    const now = clock()
    const { rows } = await sql<{
      language: string
      title: string
      publishedAt: number
      id: number
    }>`
      insert into mailed_posts
      select distinct on (language, title, published_at) language, title, published_at from news_posts p
      where published_at <= ${now} and published_at > ${now - HISTORY_MS}
      on conflict do nothing
      returning language, title, published_at, (select max(id) from news_posts n
        where (n.language, n.title, n.published_at)
          = (mailed_posts.language, mailed_posts.title, mailed_posts.published_at)) as id`.execute(
      tx,
    )
    for (const { language, id, title, publishedAt } of rows) {
      await notePost(tx, { language, now, item: { post: id, title, at: publishedAt } })
    }
    return rows.length === 0 ? null : cursor
  },
}

/** Readers of a language without news of its own get the English ones. Source: requirements NEW-005. */
async function notePost(
  tx: Tx,
  { language, now, item }: { language: string; now: number; item: object },
): Promise<void> {
  const own = (await readSetting(tx, 'newsLanguages')).split(',').map((each) => each.trim())
  const wanting = [
    {
      channel: MAILS,
      readers: sql`select partner_id from notification_settings where key = 'newsletters' and value`,
    },
    {
      channel: PUSHES,
      readers: sql`select partner_id from push_subscriptions where 'newsletters' = any(keys)`,
    },
  ]
  for (const { channel, readers } of wanting) {
    await sql`
      insert into ${sql.table(channel.notes)} (partner_id, key, day, due_at, entries, sums, items)
      select p.id, 'newsletters', 0, ${now + WAIT_MS}, 1, '{}'::jsonb, ${JSON.stringify([item])}::jsonb
      from partners p
      where p.id in (${readers}) and p.erased_at is null
        and case when p.ui_language = any(${own}::text[]) then p.ui_language else 'en' end = ${language}`.execute(
      tx,
    )
  }
}

const SOURCES: readonly Source[] = [facts, closings, months, activity, posts]

/**
 * Notes the mails that new events owe; returns whether there may be more at once. Events before the first call are not
 * told. Takes no lock that the intake of orders takes.
 */
export async function followSources(core: Core): Promise<boolean> {
  let isMore = false
  for (const { name, begin, step } of SOURCES) {
    const isMoved = await moveCursor(core.database, 'mailCursors', {
      name,
      begin: (tx) => begin(core, tx),
      step: (tx, cursor) => step(core, tx, cursor),
    })
    isMore = isMoved || isMore
  }
  return isMore
}
