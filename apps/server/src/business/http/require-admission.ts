import { Refusal } from '@partner-office/domain'

import type { Database } from '../../db/database.ts'
import { type TERMS_SETTINGS, termsName, termsOf } from '../partners/legals.ts'
import { partnerStanding } from '../partners/partner-standing.ts'

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
  const { isBlocked, accepted } = await partnerStanding(database, partnerId)
  if (isBlocked) throw new Refusal('user_blocked')
  const mustAccept = settings.enforceLegalsOnApi === 'TRUE' && !beforeTerms
  if (mustAccept && accepted[termsName(termsOf(settings))] === undefined) {
    throw new Refusal('terms_not_accepted')
  }
}
