import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { isDue } from '../../db/is-due.ts'
import { readQuarantine } from '../quarantine/quarantine.ts'
import { readSetting } from '../settings/read-settings.ts'
import { type DeskAnswer, handOver, type TicketForDesk } from './help-desk.ts'
import { removeFolder } from './ticket-folder.ts'
import { deleteParts } from './ticket-parts.ts'

const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

/**
 * Hands a new ticket over while its sender waits. A failure of the help desk and a quarantine leave it to `handOverNext`.
 *
 * Refuses: `zendesk_client_error`; the ticket is then deleted.
 */
export async function firstHandOver(core: Core, id: number): Promise<void> {
  if ((await readQuarantine(core.database.read)) !== null) return
  const ticket = await claim(core, id)
  if (ticket === undefined) return
  const answer = await attempt(core, ticket).catch(() => 'down' as const)
  if (answer !== 'refused') return
  await core.database.transaction((tx) => tx.deleteFrom('tickets').where('id', '=', id).execute())
  throw new Refusal('zendesk_client_error')
}

/**
 * Hands the next waiting ticket over, if one is due; returns whether there was one. A failed attempt is repeated after one
 * minute, then after twice the time before, at most one hour. A ticket that the help desk refuses stays, marked as
 * refused: its sender was told that it was sent.
 *
 * Refuses: an `Error`, when the help desk cannot be reached.
 * Source: decisions D-078.
 */
export async function handOverNext(core: Core): Promise<boolean> {
  const ticket = await claim(core, null)
  if (ticket === undefined) return false
  if ((await attempt(core, ticket)) === 'refused') await setState(core, ticket.id, 'refused')
  return true
}

async function attempt(core: Core, ticket: TicketForDesk): Promise<DeskAnswer> {
  const url = await readSetting(core.database.read, 'helpDeskUrl')
  const answer = url === '' ? 'received' : await handOver(core, url, ticket)
  if (answer === 'received') {
    await setState(core, ticket.id, 'received')
    // The help desk has the files now.
    if (url !== '') {
      await deleteParts(core.database.read, ticket.id)
      await removeFolder(core, ticket.folder)
    }
  }
  return answer
}

async function setState(
  { database }: Core,
  id: number,
  state: 'received' | 'refused',
): Promise<void> {
  await database.read.updateTable('tickets').set({ state }).where('id', '=', id).execute()
}

/** Takes a waiting ticket and sets its next attempt before this one, so that no other process takes it meanwhile. */
async function claim(
  { database, clock }: Core,
  id: number | null,
): Promise<TicketForDesk | undefined> {
  const now = clock()
  const { rows } = await sql<Omit<TicketForDesk, 'files'>>`
    update tickets set
      tries = tries + 1,
      next_at = ${now}::bigint + least(${sql.lit(LONGEST_WAIT_MS)}::bigint,
        ${sql.lit(FIRST_WAIT_MS)}::bigint * power(2, least(20, tries))::bigint)
    where id = (
      select id from tickets
      where state = 'waiting' and ${isDue('next_at', now, LONGEST_WAIT_MS)} and (${id}::bigint is null or id = ${id})
      order by next_at limit 1 for update skip locked)
    returning id, partner_id, type, bonus_type, email, comment, folder`.execute(database.read)
  const [ticket] = rows
  if (ticket === undefined) return undefined
  const files = await database.read
    .selectFrom('ticketFiles')
    .select('name')
    .where('ticketId', '=', ticket.id)
    .orderBy('place')
    .execute()
  return { ...ticket, files }
}
