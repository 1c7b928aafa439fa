import type { Core } from '../../../core/core.ts'
import { requirePartner } from '../../partners/require-partner.ts'
import { lockGuard } from '../confirm/payout-guard.ts'

/**
 * Locks the payouts of a partner, or lifts the lock and forgets the wrong codes. Safe to repeat.
 *
 * Refuses: `not_found`.
 * Source: api.md section 7; decisions D-142.
 */
export async function lockPayouts(core: Core, partnerId: number, locked: boolean): Promise<void> {
  await core.database.transaction(async (tx) => {
    await requirePartner(tx, partnerId)
    await lockGuard(tx, partnerId)
    await tx
      .updateTable('payoutGuards')
      .set(locked ? { lockedAt: core.clock() } : { lockedAt: null, wrongAt: [], wrongStreak: 0 })
      .where('partnerId', '=', partnerId)
      .execute()
  })
}
