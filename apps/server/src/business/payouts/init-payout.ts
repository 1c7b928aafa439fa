import type { CallReply, postPayoutInit } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import { recentSettings } from '../settings/read-settings.ts'
import { checkPayout, type PayoutRequest } from './check-payout.ts'
import { keepOutcome } from './kept-outcome.ts'
import { budgetOf, countInit, lockGuard } from './payout-guard.ts'

/** How long a code can confirm a payout, and how many codes may be tried. Source: decisions D-090. */
const SESSION_MS = 5 * 60_000
const ATTEMPTS = 3

/**
 * Checks a payout and opens the session that a code confirms. It reserves nothing, and takes the place of an earlier
 * session of the same source.
 *
 * Refuses: `too_many_requests`; what `checkPayout` refuses.
 * Source: decisions C9, D-090, D-142.
 */
export async function initPayout(
  core: Core,
  partnerId: number,
  request: PayoutRequest,
): Promise<CallReply<typeof postPayoutInit>> {
  const now = core.clock()
  const settings = await recentSettings(core.database)
  return keepOutcome(core, async (tx) => {
    const guard = await lockGuard(tx, partnerId)
    await countInit(tx, partnerId, { guard, limit: Number(settings['rateLimit.payoutInit']), now })
    const budget = budgetOf(guard, now)
    const { terms, address, amount } = await checkPayout(core, tx, partnerId, {
      request,
      settings,
      budget,
    })
    const session = {
      payoutTo: terms.to,
      address,
      amount: String(amount),
      openedAt: now,
      expiresAt: now + SESSION_MS,
      attemptsLeft: ATTEMPTS,
    }
    await tx
      .insertInto('payoutSessions')
      .values({ partnerId, payoutFrom: terms.from, ...session })
      .onConflict((conflict) => conflict.columns(['partnerId', 'payoutFrom']).doUpdateSet(session))
      .execute()
    return { expiresAt: session.expiresAt, attempts: ATTEMPTS }
  })
}
