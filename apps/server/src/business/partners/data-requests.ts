import type { CallInput, DataRequest, getDataRequests } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Part, partOf } from '../../db/page.ts'
import type { Mail } from '../../mails/letter.ts'
import { endDataRequest } from '../../passport/accounts/data-requests.ts'
import { resendConfirmation } from '../../passport/accounts/resend-confirmation.ts'

const PAGE = 50

/**
 * Open data requests, the oldest first. Requests of an account that is no partner yet are not among them: such an account cannot
 * sign in to ask.
 *
 * Source: requirements PTR-012.
 */
export async function readDataRequests(
  db: Db,
  { partner, cursor }: CallInput<typeof getDataRequests>['query'],
): Promise<Part<DataRequest>> {
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

/** Ends a request without doing what it asks for. Refuses: `changed_meanwhile`, when it is not open. Source: requirements PTR-012. */
export async function refuseDataRequest(
  { database }: Core,
  partnerId: number,
  kind: DataRequest['kind'],
): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await endDataRequest(tx, partnerId, kind))) throw new Refusal('changed_meanwhile')
  })
}

type Post = { readonly core: Core; readonly mail: Mail; readonly passportOrigin: string }

/**
 * Mails the link that confirms a registration once more, in one transaction with `alongside`.
 *
 * Refuses: `not_found`, without a registration that waits for this address.
 * Source: requirements PTR-008.
 */
export const mailConfirmation = (
  post: Post,
  email: string,
  alongside: (tx: Tx, userId: number) => Promise<void>,
): Promise<void> => resendConfirmation(post, email, alongside)
