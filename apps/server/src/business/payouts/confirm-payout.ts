import type { CallReply, postPayoutConfirm } from '@partner-office/contracts'
import { currencyOfSource, Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { checkPayoutCode } from '../../passport/accounts/payout-identity.ts'
import { coinText } from '../bonuses/bonus-texts.ts'
import { recentSettings } from '../settings/read-settings.ts'
import { type CheckedPayout, checkPayout } from './check-payout.ts'
import { keepOutcome } from './kept-outcome.ts'
import { requirePayoutAccess } from './payout-access.ts'
import { budgetOf, countWrongCode, endWrongStreak, type Guard, lockGuard } from './payout-guard.ts'
import { oweMail } from './payout-mails.ts'
import { payoutRisks } from './payout-risks.ts'
import { lockBalance } from './payout-state.ts'
import { debitPayout } from './payout-transfers.ts'

/** A session as it is stored. */
type Session = {
  readonly partnerId: number
  readonly payoutFrom: string
  readonly payoutTo: string
  readonly address: string
  readonly amount: string
  readonly openedAt: number
  readonly expiresAt: number
  readonly attemptsLeft: number
}

/**
 * Confirms the open payout of a source with a code: checks everything again, debits the amount and creates the payout.
 *
 * Locks, in this order: the partner's guard, the partner's account, the authenticator. So the payouts of one partner are
 * confirmed one after the other, and every check sees what the confirmation before has left:
 *
 *     lock the guard
 *     no open session, expired, no attempts or no budget left: confirmation_code_error
 *     check the payout again                                 the balance may have changed since the request
 *     check the code                                         wrong: one attempt and one of the budget less
 *     insert the payout, post its transfers, note its mail, delete the session
 *
 * Refuses: `invalid_confirmation_code` with the attempts left; `otp_already_used`; `confirmation_code_error`; what
 * `checkPayout` refuses.
 * Source: decisions D-090, D-091, D-142.
 */
export async function confirmPayout(
  core: Core,
  partnerId: number,
  { code, from }: { readonly code: string; readonly from: string },
): Promise<CallReply<typeof postPayoutConfirm>> {
  const settings = await recentSettings(core.database)
  requirePayoutAccess(settings)
  return keepOutcome(core, async (tx) => {
    const now = core.clock()
    const guard = await lockGuard(tx, partnerId)
    const session = await requireOpenSession(tx, partnerId, { from, guard, now })
    await lockBalance(tx, partnerId, from)
    const checked = await checkPayout(core, tx, partnerId, {
      request: requestOf(session),
      settings,
      budget: budgetOf(guard, now),
    })
    // An authenticator that was set up after the request proves nothing about who made it.
    if (checked.identity.authenticatorSince! > session.openedAt) {
      throw new Refusal('confirmation_code_error')
    }
    await requireCode(core, tx, { session, guard, code, now })
    return createPayout(tx, { session, checked, now })
  })
}

async function requireOpenSession(
  tx: Tx,
  partnerId: number,
  { from, guard, now }: { readonly from: string; readonly guard: Guard; readonly now: number },
): Promise<Session> {
  const session = await tx
    .selectFrom('payoutSessions')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('payoutFrom', '=', from)
    .executeTakeFirst()
  const { left, isLocked } = budgetOf(guard, now)
  const isOpen = session !== undefined && now < session.expiresAt && session.attemptsLeft > 0
  if (!isOpen || isLocked || left === 0) throw new Refusal('confirmation_code_error')
  return session
}

const requestOf = ({ payoutFrom: from, payoutTo: to, address, amount }: Session) => ({
  from,
  to,
  address,
  amount: coinText(BigInt(amount), currencyOfSource(from)!),
})

/** Counts a wrong code before it says so; the third, or the last that the hour allows, closes the session. */
async function requireCode(
  core: Core,
  tx: Tx,
  {
    session: { partnerId, payoutFrom, attemptsLeft },
    guard,
    code,
    now,
  }: {
    readonly session: Session
    readonly guard: Guard
    readonly code: string
    readonly now: number
  },
): Promise<void> {
  const outcome = await checkPayoutCode(core, tx, partnerId, code)
  if (outcome === 'accepted') return
  if (outcome === 'used') throw new Refusal('otp_already_used')
  const budget = await countWrongCode(tx, partnerId, { guard, now })
  await tx
    .updateTable('payoutSessions')
    .set({ attemptsLeft: attemptsLeft - 1 })
    .where('partnerId', '=', partnerId)
    .where('payoutFrom', '=', payoutFrom)
    .execute()
  const left = budget.isLocked ? 0 : Math.min(attemptsLeft - 1, budget.left)
  if (left === 0) throw new Refusal('confirmation_code_error')
  throw new Refusal('invalid_confirmation_code', { reason: left })
}

async function createPayout(
  tx: Tx,
  {
    session: { partnerId, payoutFrom, openedAt },
    checked: { terms, address, amount, fee, receive, identity },
    now,
  }: { readonly session: Session; readonly checked: CheckedPayout; readonly now: number },
): Promise<CallReply<typeof postPayoutConfirm>> {
  const { to: payoutTo, currency } = terms
  const risks = await payoutRisks(tx, partnerId, { to: payoutTo, address, identity, now })
  const units = { amount: String(amount), fee: String(fee), receive: String(receive) }
  const route = { partnerId, payoutFrom, payoutTo, currency, address }
  const { id } = await tx
    .insertInto('payouts')
    .values({ ...route, ...units, risks, requestedAt: openedAt, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await debitPayout(tx, { id, ...route, ...units }, now)
  await oweMail(tx, id, 'PENDING', now)
  await tx
    .deleteFrom('payoutSessions')
    .where('partnerId', '=', partnerId)
    .where('payoutFrom', '=', payoutFrom)
    .execute()
  await endWrongStreak(tx, partnerId)
  return {
    id,
    status: 'PENDING',
    amount: coinText(amount, currency),
    fee: coinText(fee, currency),
    receive: coinText(receive, currency),
    address,
  }
}
