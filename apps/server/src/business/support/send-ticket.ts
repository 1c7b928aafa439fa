import { FormRefusal, type TicketForm, ticketProblems, TICKET_TYPES } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { type FormPart, isTooManyFiles } from '../../input/form-parts.ts'
import type { Db, Tx } from '../../db/database.ts'
import { readSetting, recentSettings } from '../settings/read-settings.ts'
import { firstHandOver } from './hand-over-tickets.ts'
import { filesRefused, type StoredFile, TicketFolder } from './ticket-folder.ts'
import { storeParts } from './ticket-parts.ts'
import { addWords } from './desk-words.ts'
import { requireFewIn } from '../../input/few-in-window.ts'
import { TICKET_FILES_BYTES, TICKET_WINDOW_MS } from '../../input/limits.ts'
import { lockPartner } from '../partners/lock-partner.ts'

/** By then the first hand-over has ended: a ticket that the help desk refuses is not confirmed. */
const CONFIRM_AFTER_MS = 60_000

/**
 * Stores a ticket, in a turn of its sender, and hands it to the help desk. A help desk that is down only delays the
 * hand-over.
 *
 * Refuses: `too_many_requests`; for fields `required`, `wrong_email`, `max_length`, `validation_error`;
 * `zendesk_client_error`, when the help desk refuses the ticket for good: then nothing is kept.
 * Source: decisions D-078, D-106; requirements SUP-002 to SUP-016.
 */
export async function sendTicket(
  core: Core,
  partnerId: number,
  parts: AsyncIterable<FormPart>,
): Promise<{ readonly id: number }> {
  // Read here: inside the transaction, a read of the embedded database would wait for its own transaction.
  const limit = Number((await recentSettings(core.database))['rateLimit.ticket'])
  await requireFewTickets(core, core.database.read, { partnerId, limit })
  const folder = new TicketFolder(core)
  try {
    const form = await receive(parts, folder)
    FormRefusal.refuseAny(ticketProblems(form))
    const store = () => storeTicket(core, { partnerId, limit }, form, folder)
    const { id, state } = await core.storing.run(store, String(partnerId))
    if (state === 'waiting') await firstHandOver(core, id)
    return { id }
  } catch (error) {
    await folder.remove()
    throw isTooManyFiles(error) ? filesRefused() : error
  }
}

const FIELDS = ['formId', 'type', 'comment', 'email', 'bonusType'] as const

/** Reads the whole form; its files go to the folder. Unknown fields are passed over. */
async function receive(parts: AsyncIterable<FormPart>, folder: TicketFolder): Promise<TicketForm> {
  const form: Record<string, string> = {}
  for await (const part of parts) {
    if (part.kind === 'file') await folder.store(part)
    else if ((FIELDS as readonly string[]).includes(part.name)) {
      form[part.name] = part.value.normalize('NFC')
    }
  }
  return form
}

async function storeTicket(
  core: Core,
  { partnerId, limit }: Sender,
  { type, comment = '', email = '', bonusType = '' }: TicketForm,
  folder: TicketFolder,
): Promise<{ readonly id: number; readonly state: string }> {
  const now = core.clock()
  return core.database.transaction(async (tx) => {
    // Tickets of one partner are counted one after the other.
    await lockPartner(tx, partnerId)
    await requireFewTickets(core, tx, { partnerId, limit })
    await requireRoom(tx, partnerId, folder.files)
    const isOf = (kind: keyof typeof TICKET_TYPES) => type === String(TICKET_TYPES[kind])
    const { id, state } = await tx
      .insertInto('tickets')
      .values({
        partnerId,
        type: Number(type),
        comment,
        email: isOf('access') ? email.trim() : '',
        bonusType: isOf('bonuses') ? bonusType : null,
        state: (await readSetting(tx, 'helpDeskUrl')) === '' ? 'received' : 'waiting',
        folder: folder.name,
        createdAt: now,
        nextAt: now,
        confirmAt: now + CONFIRM_AFTER_MS,
      })
      .returning(['id', 'state'])
      .executeTakeFirstOrThrow()
    await addWords(tx, 'ticket', { id, text: comment, isWhole: true })
    const files = folder.files.map((file, place) => ({ ...file, ticketId: id, place }))
    if (files.length > 0) {
      await tx.insertInto('ticketFiles').values(files).execute()
      await storeParts(core, tx, { id, folder: folder.name })
    }
    return { id, state }
  })
}

/** A partner who sends a ticket, and how many an hour are allowed; 0: any number. */
type Sender = { readonly partnerId: number; readonly limit: number }

async function requireFewTickets(core: Core, db: Db, { partnerId, limit }: Sender): Promise<void> {
  if (limit === 0) return
  const now = core.clock()
  const latest = await db
    .selectFrom('tickets')
    .select('createdAt')
    .where('partnerId', '=', partnerId)
    .where('createdAt', '>', now - TICKET_WINDOW_MS)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
  const instants = latest.map(({ createdAt }) => createdAt)
  requireFewIn(instants, { limit, windowMs: TICKET_WINDOW_MS, now })
}

async function requireRoom(tx: Tx, partnerId: number, files: readonly StoredFile[]): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(f.size), 0)::bigint as bytes
    from ticket_files f join tickets t on t.id = f.ticket_id
    where t.partner_id = ${partnerId}`.execute(tx)
  const bytes = files.reduce((sum, { size }) => sum + size, rows[0]!.bytes)
  if (bytes > TICKET_FILES_BYTES) throw filesRefused()
}
