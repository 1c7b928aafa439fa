import type { CallReply, postPayoutInit } from '@partner-office/contracts'

import type { Core } from '../../../core/core.ts'
import { checkOnBasis, type PayoutRequest } from './check-payout.ts'
import type { PayoutCall } from './payout-decision.ts'
import { type Payer, sealSession, withInit, withoutExpired, withSession } from './payout-guard.ts'
import { payAlone } from './pay-together.ts'

/** How long a code can confirm a payout, and how many codes may be tried. Source: decisions D-090. */
const SESSION_MS = 5 * 60_000
const ATTEMPTS = 3

type Opened = CallReply<typeof postPayoutInit>

/** Checks a payout and opens its session, in a transaction of its own. Refuses: see `initCall`. */
export const initPayout = (core: Core, payer: Payer, request: PayoutRequest): Promise<Opened> =>
  payAlone(core, initCall(core, payer, request))

/**
 * The call that checks a payout and opens the session that a code confirms. It reserves nothing, and takes the place of an
 * earlier one of the same source and sign-in; one that another sign-in opened stays.
 *
 * Refuses: `too_many_requests`; what `checkPayout` refuses.
 * Source: decisions C9, D-090, D-142.
 */
export const initCall = (core: Core, payer: Payer, request: PayoutRequest): PayoutCall<Opened> => ({
  ...payer,
  from: request.from,
  to: request.to,
  decide: (basis, changes) => {
    const { guard, settings, now } = basis
    const counted = withInit(guard, { limit: Number(settings['rateLimit.payoutInit']), now })
    changes.guard = counted
    const { terms, address, amount } = checkOnBasis(basis, request)
    const expiresAt = now + SESSION_MS
    const opened = {
      payoutTo: terms.to,
      address,
      amount: String(amount),
      openedAt: now,
      expiresAt,
      attemptsLeft: ATTEMPTS,
    }
    const source = { ...payer, from: terms.from }
    const sealed = sealSession(core, source, opened)
    changes.guard = withSession(withoutExpired(counted, now), source, sealed)
    return () => ({ expiresAt, attempts: ATTEMPTS })
  },
})
