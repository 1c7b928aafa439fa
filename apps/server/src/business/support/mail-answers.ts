import { mailTexts } from '@partner-office/locales/mail'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Letter, Mail } from '../../mails/letter.ts'
import { filled, letterBodies } from '../../mails/letter-bodies.ts'
import { reachableByMail } from '../../passport/accounts/accounts.ts'
import { contactOfPartner } from '../partners/read-contact.ts'

type Due = {
  readonly id: number
  readonly ticketId: number
  readonly partnerId: number
  readonly text: string
  readonly mailAt: number
}

/**
 * Sends the next mail with an answer to a ticket; returns whether there was one. It goes to the partner's confirmed address, if there is
 * one, under one id at every attempt.
 *
 * Source: decisions D-173; requirements INB-002.
 */
export async function mailNextAnswer(
  core: Core,
  { mail, office }: { readonly mail: Mail; readonly office: string },
): Promise<boolean> {
  const now = core.clock()
  const due = await core.database.read
    .selectFrom('console.ticketAnswers')
    .select('id')
    .where('mailAt', '<=', now)
    .limit(1)
    .executeTakeFirst()
  if (due === undefined) return false
  return core.database.transaction(async (tx) => {
    const answer = await takeNext(tx, now)
    if (answer === undefined) return false
    const { id, partnerId, mailAt } = answer
    if (!(await reachableByMail(tx, [partnerId])).has(partnerId)) return true
    await mail.send(await letterOf(tx, answer, office), {
      tx,
      id: `ticket-answer-${id}`,
      at: mailAt,
    })
    return true
  })
}

/** `skip locked` gives processes that send at the same time different answers. */
async function takeNext(tx: Tx, now: number): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    with next as (
      select id, mail_at from console.ticket_answers where mail_at <= ${now} order by mail_at, id limit 1
      for update skip locked)
    update console.ticket_answers a set mail_at = null from next, tickets t
    where a.id = next.id and t.id = a.ticket_id
    returning a.id, a.ticket_id, t.partner_id, a.text, next.mail_at`.execute(tx)
  return rows[0]
}

async function letterOf(
  tx: Tx,
  { ticketId: id, partnerId, text: answer }: Due,
  office: string,
): Promise<Letter> {
  const contact = await contactOfPartner(tx, partnerId)
  const { language, texts } = mailTexts(contact.language)
  const subject = filled(texts['ticketAnswered.subject'], { id })
  const text = filled(texts['ticketAnswered.text'], { id, answer })
  const link = `${office}/${language}/support`
  return {
    userId: partnerId,
    to: contact.email,
    subject,
    ...letterBodies({ language, subject, text, link }),
  }
}
