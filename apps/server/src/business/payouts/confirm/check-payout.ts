import { type CheckedPayout, checkPayout, payoutBars } from '@partner-office/domain'

import type { PayoutTerms } from '../routes/payout-terms.ts'
import type { PayoutBasis } from './payout-basis.ts'
import { eligibilityOf } from './payout-eligibility.ts'

/** A payout as a partner asks for it; nothing in it is checked yet. */
export type PayoutRequest = {
  readonly from: string
  readonly to: string
  readonly address: string
  readonly amount: string
}

/** Checks a payout on what is stored. Refuses: what `checkPayout` of the domain refuses. */
export function checkOnBasis(
  basis: PayoutBasis,
  request: Pick<PayoutRequest, 'address' | 'amount'>,
): CheckedPayout<PayoutTerms> {
  const { settings, route, identity } = basis
  const bars = payoutBars(eligibilityOf({ ...basis, ...identity, terms: route?.terms ?? null }))
  return checkPayout({ bars, route, maxPending: Number(settings.maxPendingPayouts) }, request)
}
