import type { Core } from '../../core/core.ts'
import { requirePartner } from '../partners/require-partner.ts'

/**
 * Chooses the public site that hosts a partner's page. Safe to repeat.
 *
 * Units: `allowPublicProfile` 1 to 3, or 0 for no page.
 * Refuses: `not_found`.
 * Source: api.md section 7; requirements TEA-009; decisions D-076.
 */
export async function setPublicProfile(
  { database }: Core,
  partnerId: number,
  allowPublicProfile: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    await requirePartner(tx, partnerId)
    await tx
      .updateTable('partners')
      .set({ allowPublicProfile })
      .where('id', '=', partnerId)
      .execute()
  })
}
