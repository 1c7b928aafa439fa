import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Database } from '../../db/database.ts'
import { type Terms, type TERMS_SETTINGS, termsOf } from '../partners/legals.ts'

/** Settings that decide about admission. */
type AdmissionSettings = Readonly<
  Record<(typeof TERMS_SETTINGS)[number] | 'enforceLegalsOnApi', string>
>

/**
 * Admits a signed-in partner to a call. It runs on every call, so a block and accepted terms act on the next one. Those of
 * another process are announced with their commit; what is not heard takes a tenth of a second.
 *
 * Refuses: `user_blocked`; `terms_not_accepted`, except for calls with `beforeTerms`.
 * Source: decisions D-027, D-037.
 */
export async function requireAdmission(
  database: Pick<Database, 'recent' | 'read'>,
  partnerId: number,
  settings: AdmissionSettings,
  { beforeTerms }: { beforeTerms: boolean },
): Promise<void> {
  const { isBlocked, hasAccepted } = await standingOf(database, partnerId, termsOf(settings))
  if (isBlocked) throw new Refusal('user_blocked')
  const mustAccept = settings.enforceLegalsOnApi === 'TRUE' && !beforeTerms
  if (mustAccept && !hasAccepted) throw new Refusal('terms_not_accepted')
}

type Standing = { readonly isBlocked: boolean; readonly hasAccepted: boolean }

function standingOf(
  { recent, read }: Pick<Database, 'recent' | 'read'>,
  partnerId: number,
  { product, version }: Terms,
): Promise<Standing> {
  return recent.read(`standing ${partnerId} ${product} ${version}`, async () => {
    const { rows } = await sql<Standing>`
      select coalesce((select blocked from partner_blocks where partner_id = ${partnerId} order by fact desc limit 1),
          false) as is_blocked,
        exists (select from legal_acceptances
          where partner_id = ${partnerId} and product = ${product} and version = ${version}) as has_accepted`.execute(
      read,
    )
    return rows[0]!
  })
}
