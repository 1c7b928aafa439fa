import type { CallReply, getConsoleEvents, NewEvent } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { replaceEvents } from '../../business/news/events.ts'
import { valuesVersion } from '../../business/partners/values-version.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { within } from '../within.ts'

/** All events in the order of their ends, with the version of the list. */
export async function readEventList(db: Db): Promise<CallReply<typeof getConsoleEvents>> {
  const content = await db
    .selectFrom('events')
    .select(['id', 'title', 'eventEndDate', 'registrationStartDate', 'registrationEndDate'])
    .orderBy('eventEndDate')
    .orderBy('id')
    .execute()
  return { content, version: valuesVersion([JSON.stringify(content)]) }
}

/** Replaces all events. Refuses: as `replaceEvents`; `changed_meanwhile`. */
export async function changeEvents(
  core: Core,
  { events, version }: { readonly events: readonly NewEvent[]; readonly version: string },
): Promise<void> {
  await core.database.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('partner-office: events'))`.execute(tx)
    if ((await readEventList(tx)).version !== version) throw new Refusal('changed_meanwhile')
    await replaceEvents(within(core, tx), events)
  })
}
