import { Refusal } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'

/** Refuses: `not_found` for an unknown partner. */
export async function requirePartner(db: Db, partnerId: number): Promise<void> {
  const partner = await db
    .selectFrom('partners')
    .select('id')
    .where('id', '=', partnerId)
    .executeTakeFirst()
  if (partner === undefined) throw new Refusal('not_found', { field: 'userId', partnerId })
}
