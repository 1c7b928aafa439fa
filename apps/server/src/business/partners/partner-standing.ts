import { sql } from 'kysely'

import type { Database } from '../../db/database.ts'

/** What decides whether a partner is admitted to a call. Units: epoch milliseconds, by the name of the terms. */
export type PartnerStanding = {
  readonly isBlocked: boolean
  /** When terms were accepted, in force or not: see `termsName`. */
  readonly accepted: Readonly<Record<string, number>>
}

/** The cached read of a partner's standing. What changes it announces this key: see `announce-access.sql`. */
export const standingKey = (partnerId: number): string => `standing ${partnerId}`

/** Returns a partner's standing from the cache, for every call. */
export function partnerStanding(
  { recent, read }: Pick<Database, 'recent' | 'read'>,
  partnerId: number,
): Promise<PartnerStanding> {
  return recent.read(standingKey(partnerId), async () => {
    const { rows } = await sql<PartnerStanding>`
      select coalesce((select blocked from partner_blocks where partner_id = ${partnerId} order by fact desc limit 1),
          false) as is_blocked,
        coalesce((select jsonb_object_agg(version || ' ' || product, accepted_at)
          from legal_acceptances where partner_id = ${partnerId}), '{}') as accepted`.execute(read)
    return rows[0]!
  })
}
