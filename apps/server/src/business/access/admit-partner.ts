import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { type Terms, TERMS_SETTINGS, termsOf } from '../legals/legals.ts'

/** The settings that decide who is let in. */
export const ADMISSION_SETTINGS = [...TERMS_SETTINGS, 'enforceLegalsOnApi'] as const
type AdmissionSettings = Record<(typeof ADMISSION_SETTINGS)[number], string>

/**
 * Let a partner who is signed in make a call; asked of every call anew, so a block works at once.
 *
 * Refuses: `user_blocked`; `terms_not_accepted`, but for calls that are answered before.
 * Source: decisions D-027, D-037.
 */
export async function admitPartner(
  db: Db,
  partnerId: number,
  settings: AdmissionSettings,
  { beforeTerms }: { beforeTerms: boolean },
): Promise<void> {
  const { isBlocked, hasAccepted } = await standingOf(db, partnerId, termsOf(settings))
  if (isBlocked) throw new Refusal('user_blocked')
  const mustAccept = settings.enforceLegalsOnApi === 'TRUE' && !beforeTerms
  if (mustAccept && !hasAccepted) throw new Refusal('terms_not_accepted')
}

type Standing = { readonly isBlocked: boolean; readonly hasAccepted: boolean }

async function standingOf(db: Db, partnerId: number, { product, version }: Terms) {
  const { rows } = await sql<Standing>`
    select coalesce((select blocked from partner_blocks where partner_id = ${partnerId} order by fact desc limit 1),
        false) as is_blocked,
      exists (select from legal_acceptances
        where partner_id = ${partnerId} and product = ${product} and version = ${version}) as has_accepted`.execute(
    db,
  )
  return rows[0]!
}
