import type { CallReply, postPayoutConfirm } from '@partner-office/contracts'
import {
  type CheckedPayout,
  codeBudget,
  currencyOfSource,
  Refusal,
  withRightCode,
  withWrongCode,
} from '@partner-office/domain'

import type { Core } from '../../../core/core.ts'
import type { PayoutSession } from '../../../db/schema.ts'
import { acceptedStep } from '../../../passport/accounts/authenticator-steps.ts'
import { coinText } from '../../bonuses/bonus-texts.ts'
import { checkOnBasis, requirePayoutAccess } from './check-payout.ts'
import { payAlone } from './pay-together.ts'
import type { PayoutBasis } from './payout-basis.ts'
import type { NewPayout, PayoutCall, PayoutChanges } from './payout-decision.ts'
import { isSealed, type Payer, type Requested, withSession } from './payout-guard.ts'
import { payoutRisks } from '../end/payout-risks.ts'
import type { PayoutTerms } from '../routes/payout-terms.ts'

/** The answer to a confirmation. */
export type Confirmed = CallReply<typeof postPayoutConfirm>

/** A code of a partner for the open payout of a source. */
export type PayoutConfirmation = { readonly code: string; readonly from: string }

/** Confirms the open payout of a source, in a transaction of its own. Refuses: see `confirmCall`. */
export const confirmPayout = (
  core: Core,
  payer: Payer,
  confirmation: PayoutConfirmation,
): Promise<Confirmed> => payAlone(core, confirmCall(core, payer, confirmation))

/**
 * The call that confirms the open payout of a source with a code: it checks everything again, debits the amount and creates
 * the payout. A sign-in confirms only what it has opened itself: a code never pays what a thief with another token asked for.
 *
 *     no open session, expired, no attempts or no budget left: confirmation_code_error
 *     check the payout again                                 the balance may have changed since the request
 *     check the code                                         wrong: one attempt and one of the budget less
 *     create the payout, close the session
 *
 * Refuses: `invalid_confirmation_code` with the attempts left; `otp_already_used`; `confirmation_code_error`; what
 * `checkPayout` refuses.
 * Source: decisions D-090, D-091, D-142.
 */
export const confirmCall = (
  core: Core,
  payer: Payer,
  { code, from }: PayoutConfirmation,
): PayoutCall<Confirmed> => ({
  ...payer,
  from,
  to: null,
  decide: (basis, changes) => {
    requirePayoutAccess(basis.settings)
    const source = { ...payer, from }
    const session = requireOpenSession(basis)
    if (!isSealed(core, source, session)) throw new Refusal('confirmation_code_error')
    const checked = checkOnBasis(basis, requestOf(session, from))
    // An authenticator that was set up after the request proves nothing about who made it.
    if (basis.identity.authenticatorSince! > session.openedAt) {
      throw new Refusal('confirmation_code_error')
    }
    const step = requireCode(acceptedStep(core, basis.authenticator, code), {
      basis,
      source,
      session,
      changes,
    })
    changes.usedStep = step
    const paid = { step, at: basis.now }
    changes.guard = withSession(withRightCode(basis.guard), source, { ...session, paid })
    changes.payout = newPayout(session, checked, basis)
    return (id) => confirmed(id, { ...checked, currency: checked.terms.currency })
  },
})

function requireOpenSession({ session, guard, now }: PayoutBasis): PayoutSession {
  const { left, isLocked } = codeBudget(guard, now)
  if (session === null || !isOpen(session, now) || isLocked || left === 0) {
    throw new Refusal('confirmation_code_error')
  }
  return session
}

const isOpen = ({ paid, expiresAt, attemptsLeft }: PayoutSession, now: number): boolean =>
  paid === undefined && now < expiresAt && attemptsLeft > 0

const requestOf = ({ address, amount }: PayoutSession, from: string) => ({
  address,
  amount: coinText(BigInt(amount), currencyOfSource(from)!),
})

/** Counts a wrong code before it says so; the third, or the last that the hour allows, closes the session. */
function requireCode(
  step: number | 'used' | 'wrong',
  {
    basis: { guard, now },
    source,
    session,
    changes,
  }: {
    readonly basis: PayoutBasis
    readonly source: Requested
    readonly session: PayoutSession
    readonly changes: PayoutChanges
  },
): number {
  if (step === 'used') throw new Refusal('otp_already_used')
  if (step !== 'wrong') return step
  const attemptsLeft = session.attemptsLeft - 1
  const counted = withSession(withWrongCode(guard, now), source, { ...session, attemptsLeft })
  changes.guard = counted
  const budget = codeBudget(counted, now)
  const left = budget.isLocked ? 0 : Math.min(attemptsLeft, budget.left)
  if (left === 0) throw new Refusal('confirmation_code_error')
  throw new Refusal('invalid_confirmation_code', { reason: left })
}

function newPayout(
  { openedAt }: PayoutSession,
  { terms, address, amount, fee, receive }: CheckedPayout<PayoutTerms>,
  { earlier, guard, identity, now }: PayoutBasis,
): NewPayout {
  return {
    partnerId: guard.partnerId,
    payoutFrom: terms.from,
    payoutTo: terms.to,
    currency: terms.currency,
    address,
    amount: String(amount),
    fee: String(fee),
    receive: String(receive),
    risks: payoutRisks(address, { earlier, identity, now }),
    requestedAt: openedAt,
    createdAt: now,
  }
}

type Paid = Pick<CheckedPayout<PayoutTerms>, 'address' | 'amount' | 'fee' | 'receive'> &
  Pick<PayoutTerms, 'currency'>

/** The answer to a confirmation. */
export function confirmed(
  id: number,
  { currency, address, amount, fee, receive }: Paid,
): Confirmed {
  return {
    id,
    status: 'PENDING',
    amount: coinText(amount, currency),
    fee: coinText(fee, currency),
    receive: coinText(receive, currency),
    address,
  }
}
