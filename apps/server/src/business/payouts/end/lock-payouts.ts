import { Refusal } from '@partner-office/domain'

import type { Core } from '../../../core/core.ts'
import { requirePartner } from '../../partners/require-partner.ts'
import { lockGuard } from '../confirm/payout-guard.ts'

/** A stop of all payouts of a partner. `until`: null: until it is lifted. `by`: the operator of the console. */
export type Stop = {
  readonly reason: string | null
  readonly until: number | null
  readonly by: number | null
}

const NO_STOP = { stopReason: null, stopUntil: null, stoppedBy: null }

/**
 * Locks the payouts of a partner, or lifts the lock and forgets the wrong codes. Safe to repeat.
 *
 * Refuses: `not_found`; `validation_error`, for an end that is over.
 * Source: api.md section 7; decisions D-142.
 */
export async function lockPayouts(
  core: Core,
  partnerId: number,
  locked: boolean,
  { reason, until, by }: Stop = { reason: null, until: null, by: null },
): Promise<void> {
  if (until !== null && until <= core.clock()) {
    throw new Refusal('validation_error', { field: 'until', reason: 'must be in the future' })
  }
  await core.database.transaction(async (tx) => {
    await requirePartner(tx, partnerId)
    await lockGuard(tx, partnerId)
    await tx
      .updateTable('payoutGuards')
      .set(
        locked
          ? { lockedAt: core.clock(), stopReason: reason, stopUntil: until, stoppedBy: by }
          : { ...NO_STOP, lockedAt: null, wrongAt: [], wrongStreak: 0 },
      )
      .where('partnerId', '=', partnerId)
      .execute()
  })
}
