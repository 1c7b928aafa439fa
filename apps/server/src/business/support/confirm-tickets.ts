import { mailTexts } from '@partner-office/locales/mail'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Letter, Mail } from '../../mails/letter.ts'
import { filled, letterBodies } from '../../mails/letter-bodies.ts'
import { contactOfPartner } from '../partners/read-contact.ts'

type Due = {
  readonly id: number
  readonly partnerId: number
  readonly comment: string
  readonly confirmAt: number
}

/**
 * Sends the next mail that confirms a ticket; returns whether there was one. It goes to the partner's own address: another
 * address that a ticket names may belong to anybody.
 */
export async function confirmNextTicket(
  core: Core,
  { mail, office }: { readonly mail: Mail; readonly office: string },
): Promise<boolean> {
  const now = core.clock()
  if (!(await isAnyDue(core, now))) return false
  return core.database.transaction(async (tx) => {
    const ticket = await takeNext(tx, now)
    if (ticket === undefined) return false
    const once = { tx, id: `ticket-${ticket.id}`, at: ticket.confirmAt }
    await mail.send(await confirmation(tx, ticket, office), once)
    return true
  })
}

async function isAnyDue({ database }: Core, now: number): Promise<boolean> {
  const due = await database.read
    .selectFrom('tickets')
    .select('id')
    .where('confirmAt', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/** `skip locked` gives processes that send at the same time different tickets. */
async function takeNext(tx: Tx, now: number): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    with next as (
      select id, confirm_at from tickets where confirm_at <= ${now} order by confirm_at, id limit 1
      for update skip locked)
    update tickets t set confirm_at = null from next where t.id = next.id
    returning t.id, t.partner_id, t.comment, next.confirm_at`.execute(tx)
  return rows[0]
}

async function confirmation(
  tx: Tx,
  { id, partnerId, comment }: Due,
  office: string,
): Promise<Letter> {
  const contact = await contactOfPartner(tx, partnerId)
  const { language, texts } = mailTexts(contact.language)
  const subject = filled(texts['ticketReceived.subject'], { id })
  const text = filled(texts['ticketReceived.text'], {
    id,
    // Browsers send the line breaks of a form as pairs.
    comment: comment.replaceAll('\r\n', '\n'),
  })
  const link = `${office}/${language}/support`
  return {
    userId: partnerId,
    to: contact.email,
    subject,
    ...letterBodies({ language, subject, text, link }),
  }
}
