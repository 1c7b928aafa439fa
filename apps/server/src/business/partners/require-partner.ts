import { Refusal } from '@partner-office/domain'

import type { Tx } from '../../db/database.ts'

/** Refuses: `not_found` for an unknown partner. */
export async function requirePartner(tx: Tx, partnerId: number): Promise<void> {
  const partner = await tx
    .selectFrom('partners')
    .select('id')
    .where('id', '=', partnerId)
    .executeTakeFirst()
  if (partner === undefined) throw new Refusal('not_found', { field: 'userId', partnerId })
}
