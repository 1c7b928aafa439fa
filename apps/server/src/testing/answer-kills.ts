import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { disputeSources } from '../business/disputes/dispute-sources.ts'
import { PartnerBook } from '../business/partners/partner-book.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { mailNextAnswer } from '../business/support/mail-answers.ts'
import { inboxCalls } from '../console/inbox/inbox-calls.ts'
import type { Core } from '../core/core.ts'
import { deliverNext, mailQueue } from '../passport/mail/mail-queue.ts'
import { smtp } from '../passport/mail/smtp.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { asUpload } from './core.ts'
import { type KillOptions, type KillRounds, runRounds } from './kill-at-step.ts'
import { MailServer } from './mail-server.ts'
import { chainText } from './network-files.ts'
import { sessionOf } from './proposal-kills.ts'
import { runOffice } from './run-office.ts'
import { writeTicket } from './write-ticket.ts'

/** A ticket that is answered, and the mail server that gets the letter. */
export type Answering = { readonly id: number; readonly smtpUrl: string }

/** The step at which the mail server has taken the letter, and the process has not noted it. */
export const DELIVERED = -1

export type AnswerKillSummary = {
  readonly killed: number
  /** Of answering and mailing, to the end. */
  readonly steps: number
  /** Kills that left no answer, so that the operator's page sent it again, and those that left one. */
  readonly open: number
  readonly stored: number
  /** Letters that came again with the same Message-ID. */
  readonly again: number
  /** Answers and letters that are missing or double, and what `verify` finds; must be empty. */
  readonly faults: readonly string[]
}

const OPERATOR = 'sue@example.com'
const PARTNER = 2
const OFFICE = 'https://office.test'
const textOf = (id: number) => `The answer to ${id}.`

/** Answers a ticket as the console does, with the version that the operator has seen. Refuses: `changed_meanwhile`. */
export async function answer(core: Core, { id }: Answering): Promise<void> {
  const calls = inboxCalls({ core }, disputeSources(core, new PartnerBook(core)))
  const body = { version: 1, text: textOf(id), isClosed: false }
  const browser = { address: '', userAgent: '', origin: OFFICE, token: null, lastEventId: null }
  const session = await sessionOf(core, OPERATOR)
  await calls.postTicketAnswer(
    { params: { id }, query: undefined, body },
    { ...browser, setToken: () => undefined, session },
  )
}

/** Does the work of the mail jobs until nothing is owed. `delivered`: the mail server has taken a letter. */
export async function mailAll(
  core: Core,
  { smtpUrl }: Answering,
  delivered: () => void,
): Promise<void> {
  const deliver = smtp(smtpUrl, OFFICE)
  while (await mailNextAnswer(core, { mail: mailQueue(core), office: OFFICE }));
  while (
    await deliverNext(core, async (letter, id) => {
      await deliver(letter, id)
      delivered()
    })
  );
}

/**
 * Kills a process with SIGKILL at one step of answering a ticket and mailing the answer, sends the answer again as the page
 * does, and checks that there is one answer and one letter.
 *
 * Source: requirements INB-002.
 */
export async function answerKills(options: KillOptions): Promise<AnswerKillSummary> {
  const server = await new MailServer().start()
  try {
    const rounds = new AnswerKills(server)
    await runRounds('answer-kill-child.ts', rounds, options)
    return rounds
  } finally {
    await server.stop()
  }
}

class AnswerKills implements AnswerKillSummary, KillRounds<Answering> {
  readonly prepare = prepare
  readonly faults: string[] = []
  killed = 0
  steps = 0
  open = 0
  stored = 0
  again = 0
  readonly #server: MailServer

  constructor(server: MailServer) {
    this.#server = server
  }

  async next(core: Core): Promise<Answering> {
    const id = await writeTicket(core, PARTNER, { comment: 'Where is my payout?' })
    return { id, smtpUrl: this.#server.url }
  }

  /** Sends the answer again, mails what is owed, and counts. */
  async follow(core: Core, step: number, asked: Answering): Promise<void> {
    const note = (fault: string) => this.faults.push(`killed at step ${step}: ${fault}`)
    try {
      await answer(core, asked)
      this.open += 1
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'changed_meanwhile') throw error
      this.stored += 1
    }
    // A letter that was under way is tried again after a minute.
    await sql`update passport.mails set next_at = ${core.clock()}`.execute(core.database.read)
    await mailAll(core, asked, () => undefined)
    const left = await leftBy(core, asked)
    if (JSON.stringify(left) !== JSON.stringify(DUE)) note(JSON.stringify(left))
    const letters = this.#server.received.filter(({ text }) => text?.includes(textOf(asked.id)))
    const ids = new Set(letters.map(({ messageId }) => messageId))
    if (ids.size !== 1) note(`${ids.size} letters`)
    this.again += letters.length - ids.size
    for (const difference of (await verifyAll(core)).differences) note(difference)
  }
}

/** Of one answer: a state that was changed once, one entry of the audit log, and no mail that is owed. */
const DUE = { state: 'ANSWERED', version: 2, answers: 1, acts: 1, owed: 0, queued: 0 }

async function leftBy({ database }: Core, { id }: Answering): Promise<typeof DUE> {
  const { rows } = await sql<typeof DUE>`
    select d.state, d.version::int as version,
      (select count(*)::int from console.ticket_answers a where a.ticket_id = d.ticket_id) as answers,
      (select count(*)::int from audit_log where command = 'tickets answer'
        and arguments ->> 'object' = ${`ticket ${id}`}) as acts,
      (select count(*)::int from console.ticket_answers where mail_at is not null) as owed,
      (select count(*)::int from passport.mails) as queued
    from console.ticket_desks d where d.ticket_id = ${id}`.execute(database.read)
  return rows[0]!
}

async function prepare(core: Core): Promise<void> {
  await runOffice(core, ['operator', 'add', OPERATOR, '--role', 'support'])
  await importPartners(core, asUpload(chainText(PARTNER)))
  await changeSettings(core, { 'rateLimit.ticket': '0' })
  await core.database.transaction((tx) =>
    sql`
      insert into passport.accounts (user_id, email, email_confirmed, created_at)
      select id, email, true, 0 from partners
      on conflict (user_id) do update set email_confirmed = true`.execute(tx),
  )
}
