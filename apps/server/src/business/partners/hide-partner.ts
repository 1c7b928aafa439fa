import type { Core } from '../../core/core.ts'
import { requirePartner } from './require-partner.ts'

/**
 * Hide a partner, or show the partner again; doing it again changes nothing. Links of a hidden partner register nobody, and the invite
 * page and the public profile answer like an unknown code. Team, figures and money stay.
 *
 * Refuses: `not_found`.
 * Source: decisions D-182.
 */
export async function hidePartner(
  core: Core,
  partnerId: number,
  hidden: boolean,
  reason: string,
): Promise<void> {
  await core.database.transaction(async (tx) => {
    await requirePartner(tx, partnerId)
    if (!hidden) {
      await tx.deleteFrom('hiddenPartners').where('partnerId', '=', partnerId).execute()
      return
    }
    await tx
      .insertInto('hiddenPartners')
      .values({ partnerId, reason, since: core.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
