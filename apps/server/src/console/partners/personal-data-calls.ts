import type { CallInput, CONSOLE, DataRequest, getDataRequests } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { audited, writeEntries } from '../../business/audit/audit-log.ts'
import { handOverExport } from '../../business/partners/export-partner.ts'
import { requirePartner } from '../../business/partners/require-partner.ts'
import { resendPayoutMail } from '../../business/payouts/end/resend-mail.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { type Part, partOf } from '../../db/page.ts'
import type { Handlers } from '../../input/handlers.ts'
import { endDataRequest } from '../../passport/accounts/data-requests.ts'
import { resendConfirmation } from '../../passport/registration/resend-confirmation.ts'
import { type Caller, type Console, signedIn } from '../console.ts'

const PAGE = 50

type Calls = Handlers<typeof CONSOLE.personalData, Caller>
type Details = Readonly<Record<string, unknown>>

/** The calls about personal data and mails of partners. */
export function personalDataCalls({ core, mail, passportOrigin }: Console): Calls {
  const act = (
    caller: Caller,
    command: string,
    details: Details,
    run: (on: Core) => Promise<void>,
  ) =>
    audited(core, { actor: signedIn(caller).session.email, command, details: () => details }, run)
  return {
    getDataRequests: ({ query }) => listDataRequests(core.database.read, query),
    postDataRequestRefuse: async ({ params: { id }, body: { kind, reason } }, caller) => {
      const details = { object: String(id), kind, reason }
      await act(caller, 'partner request refused', details, async ({ database }) =>
        database.transaction(async (tx) => {
          if (!(await endDataRequest(tx, id, kind))) throw new Refusal('changed_meanwhile')
        }),
      )
      return {}
    },
    postPersonalData: async ({ params: { id }, body: { reason } }, caller) => {
      await act(caller, 'partner export', { object: String(id), reason }, ({ database }) =>
        requirePartner(database.read, id),
      )
      return { name: `partner-${id}.json`, chunks: handOverExport(core, id) }
    },
    postPayoutMail: async ({ params: { id }, body: { payoutId, reason } }, caller) => {
      const details = { object: String(id), payout: payoutId, reason }
      await act(caller, 'partner payout mail', details, (on) => resendPayoutMail(on, id, payoutId))
      return {}
    },
    postConfirmationMail: async ({ body: { email, reason } }, caller) => {
      const { email: actor } = signedIn(caller).session
      const command = 'partner confirmation mail'
      await resendConfirmation({ core, mail, passportOrigin }, email, (tx, userId) =>
        writeEntries(tx, core.clock(), [
          { actor, command, details: () => ({ object: String(userId), reason }) },
        ]),
      )
      return {}
    },
  }
}

type Asked = CallInput<typeof getDataRequests>['query']

/** Requests of who has registered but is no partner yet are not among them: such an account cannot sign in. */
async function listDataRequests(db: Db, { partner, cursor }: Asked): Promise<Part<DataRequest>> {
  const [at, id, kind] = cursor?.split('-') ?? []
  const after =
    at === undefined
      ? sql`true`
      : sql`(d.requested_at, d.user_id, d.kind) > (${at}::bigint, ${id}::bigint, ${kind}::text)`
  const { rows } = await sql<DataRequest>`
    select d.kind, d.requested_at as at, jsonb_build_object('id', p.id, 'firstName', p.first_name,
      'lastName', p.last_name, 'country', p.country_id) as partner
    from passport.data_requests d join partners p on p.id = d.user_id
    where ${after} and (${partner ?? null}::bigint is null or p.id = ${partner ?? null})
    order by d.requested_at, d.user_id, d.kind limit ${PAGE + 1}`.execute(db)
  return partOf(rows, PAGE, (last) => `${last.at}-${last.partner.id}-${last.kind}`)
}
