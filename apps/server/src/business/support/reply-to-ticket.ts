import type { CallInput, postTicketReply } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { requireFewIn } from '../../input/few-in-window.ts'
import { TICKET_WINDOW_MS } from '../../input/limits.ts'
import { readSetting, recentSettings } from '../settings/read-settings.ts'
import { lockPartner } from '../partners/lock-partner.ts'
import { addWords } from './desk-words.ts'

/**
 * Stores a partner's reply to an own ticket; an answered or closed ticket waits for an answer again.
 *
 * Refuses: `required`; `not_found`, also for the ticket of another partner, one that was joined to another ticket, and while a help
 * desk answers; `too_many_requests`.
 * Source: requirements INB-003.
 */
export async function replyToTicket(
  core: Core,
  partnerId: number,
  { id, text }: { readonly id: number } & CallInput<typeof postTicketReply>['body'],
): Promise<{ readonly id: number }> {
  if (text === '') throw new Refusal('required', { field: 'text' })
  const limit = Number((await recentSettings(core.database))['rateLimit.ticket'])
  return core.database.transaction(async (tx) => {
    await requireOpen(tx, partnerId, id)
    await requireFewReplies(core, tx, { partnerId, limit })
    const at = core.clock()
    const reply = await tx
      .insertInto('console.ticketAnswers')
      .values({ ticketId: id, at, text })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('console.ticketDesks')
      .set({
        // A ticket that waits already waits since its first open message.
        since: sql`case when state = 'WAITING' then since else ${at}::bigint end`,
        state: 'WAITING',
        closeReason: null,
        version: sql`version + 1`,
      })
      .where('ticketId', '=', id)
      .execute()
    await addWords(tx, 'ticket', { id, text })
    return reply
  })
}

/** Replies of one partner are counted one after the other, because the partner's row is locked. */
async function requireOpen(tx: Tx, partnerId: number, id: number): Promise<void> {
  await lockPartner(tx, partnerId)
  const ticket = await tx
    .selectFrom('console.ticketDesks as d')
    .innerJoin('tickets as t', 't.id', 'd.ticketId')
    .select('d.joinedInto')
    .where('t.id', '=', id)
    .where('t.partnerId', '=', partnerId)
    .forUpdate('d')
    .executeTakeFirst()
  const isElsewhere = (await readSetting(tx, 'helpDeskUrl')) !== ''
  if (ticket === undefined || ticket.joinedInto !== null || isElsewhere) {
    throw new Refusal('not_found', { field: 'id' })
  }
}

async function requireFewReplies(
  { clock }: Core,
  tx: Tx,
  { partnerId, limit }: { readonly partnerId: number; readonly limit: number },
): Promise<void> {
  if (limit === 0) return
  const now = clock()
  const latest = await tx
    .selectFrom('console.ticketAnswers as a')
    .innerJoin('tickets as t', 't.id', 'a.ticketId')
    .select('a.at')
    .where('t.partnerId', '=', partnerId)
    .where('a.operatorId', 'is', null)
    .where('a.at', '>', now - TICKET_WINDOW_MS)
    .orderBy('a.at', 'desc')
    .limit(limit)
    .execute()
  const instants = latest.map(({ at }) => at)
  requireFewIn(instants, { limit, windowMs: TICKET_WINDOW_MS, now })
}
