import type { CONSOLE } from '@partner-office/contracts'

import { audited, writeEntries } from '../../business/audit/audit-log.ts'
import {
  mailConfirmation,
  readDataRequests,
  refuseDataRequest,
} from '../../business/partners/data-requests.ts'
import { handOverExport } from '../../business/partners/export-partner.ts'
import { requirePartner } from '../../business/partners/require-partner.ts'
import { resendPayoutMail } from '../../business/payouts/end/resend-mail.ts'
import type { Core } from '../../core/core.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'

type Calls = Handlers<typeof CONSOLE.personalData, Caller>
type Details = Readonly<Record<string, unknown>>

/** The calls about personal data and mails of partners. */
export const personalDataCalls = (console: Console): Calls => ({
  ...requestCalls(console),
  ...mailCalls(console),
})

/** Does something with its entry in the audit log. */
const act = (
  core: Core,
  caller: Caller,
  [command, details]: readonly [command: string, details: Details],
  run: (on: Core) => Promise<void>,
) => audited(core, { actor: signedIn(caller).session.email, command, details: () => details }, run)

type MailCalls = 'postPayoutMail' | 'postConfirmationMail'

const requestCalls = ({ core }: Console): Omit<Calls, MailCalls> => ({
  getDataRequests: ({ query }) => readDataRequests(core.database.read, query),
  postDataRequestRefuse: async ({ params: { id }, body: { kind, reason } }, caller) => {
    const details = { object: String(id), kind, reason }
    await act(core, caller, ['partner request refused', details], (on) =>
      refuseDataRequest(on, id, kind),
    )
    return {}
  },
  postPersonalData: async ({ params: { id }, body: { reason } }, caller) => {
    const details = { object: String(id), reason }
    await act(core, caller, ['partner export', details], ({ database }) =>
      requirePartner(database.read, id),
    )
    return { name: `partner-${id}.json`, chunks: handOverExport(core, id) }
  },
})

const mailCalls = ({ core, mail, passportOrigin }: Console): Pick<Calls, MailCalls> => ({
  postPayoutMail: async ({ params: { id }, body: { payoutId, reason } }, caller) => {
    const details = { object: String(id), payout: payoutId, reason }
    await act(core, caller, ['partner payout mail', details], (on) =>
      resendPayoutMail(on, id, payoutId),
    )
    return {}
  },
  postConfirmationMail: async ({ body: { email, reason } }, caller) => {
    const { email: actor } = signedIn(caller).session
    const command = 'partner confirmation mail'
    await mailConfirmation({ core, mail, passportOrigin }, email, (tx, userId) =>
      writeEntries(tx, core.clock(), [
        { actor, command, details: () => ({ object: String(userId), reason }) },
      ]),
    )
    return {}
  },
})
