import { join } from 'node:path'

import { followSources } from '../business/notifications/follow-sources.ts'
import { sendNotifications } from '../business/notifications/send-notifications.ts'
import { contactOfAccount } from '../business/partners/read-contact.ts'
import { deliverMessages } from '../business/push/deliver-messages.ts'
import { makeMessages } from '../business/push/make-messages.ts'
import { sendNextMail } from '../business/payouts/end/payout-mails.ts'
import { confirmNextTicket } from '../business/support/confirm-tickets.ts'
import { mailNextAnswer } from '../business/support/mail-answers.ts'
import { sendNextProposalMail } from '../console/proposals/proposal-mails.ts'
import type { Core } from '../core/core.ts'
import type { Environment } from '../env.ts'
import type { Letter, Mail } from '../mails/letter.ts'
import { outbox } from '../mails/outbox.ts'
import { deliverNext, mailQueue } from '../passport/mail/mail-queue.ts'
import { senderOf, smtp } from '../passport/mail/smtp.ts'
import { deliverNotice } from '../passport/notices/deliver-notices.ts'
import type { Job } from './background-work.ts'
import { unlessRestored } from './jobs.ts'

/**
 * The way mails leave: a queue in the database that `mailJobs` hands to the mail server, else files.
 *
 * Source: operations.md section 2.
 */
export const mailOf = ({ smtpUrl, dataDir, passportOrigin }: Environment, core: Core): Mail =>
  smtpUrl === null
    ? outbox(join(dataDir, 'outbox'), {
        clock: core.clock,
        sender: senderOf(smtpUrl, passportOrigin),
      })
    : mailQueue(core)

/** Jobs that write the mails that commits owe, and hand queued ones to the mail server. */
export function mailJobs(core: Core, mail: Mail, environment: Environment): Job[] {
  const { publicOrigin: office, passportOrigin: passport } = environment
  const post = { mail, office, passport }
  const payouts = { office, send: (letter: Letter) => mail.send(letter) }
  const jobs = [
    ...handingOver(core, environment),
    { name: 'deliver notices', everyMs: 1_000, run: noticesOf(core, post) },
    { name: 'confirm tickets', everyMs: 5_000, run: () => confirmNextTicket(core, post) },
    { name: 'mail answers to tickets', everyMs: 1_000, run: () => mailNextAnswer(core, post) },
    { name: 'note mails about events', everyMs: 5_000, run: () => followSources(core) },
    { name: 'send mails about events', everyMs: 5_000, run: () => sendNotifications(core, post) },
    {
      name: 'send mails about proposals',
      everyMs: 5_000,
      run: () => sendNextProposalMail({ core, mail }),
    },
    { name: 'make push messages', everyMs: 5_000, run: () => makeMessages(core) },
    {
      name: 'deliver push messages',
      everyMs: 1_000,
      run: () => deliverMessages(core, { office }),
    },
    { name: 'send mails about payouts', everyMs: 1_000, run: () => sendNextMail(core, payouts) },
  ]
  return jobs.map((job) => unlessRestored(core, job))
}

function handingOver(core: Core, { smtpUrl, passportOrigin }: Environment): Job[] {
  if (smtpUrl === null) return []
  const deliverMail = smtp(smtpUrl, passportOrigin)
  return [{ name: 'hand over mails', everyMs: 1_000, run: () => deliverNext(core, deliverMail) }]
}

type Post = { readonly mail: Mail; readonly office: string; readonly passport: string }

/** Mails about accounts. */
const noticesOf =
  (core: Core, { mail, office, passport }: Post) =>
  () =>
    deliverNotice({
      core,
      mail,
      officeOrigin: office,
      passportOrigin: passport,
      business: { contactOf: (userId) => contactOfAccount(core.database.read, userId) },
    })
