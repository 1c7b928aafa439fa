import { type RawBuilder, sql } from 'kysely'

import { PREPARED } from '../../../db/prepared.ts'
import type { PayoutDecision } from './payout-decision.ts'

/** A partner whose decision was written, with the guard's version now, and the number of the payout that it has created. */
export type WrittenDecision = {
  readonly partnerId: number
  readonly guardVersion: string
  readonly id: number | null
}

/**
 * The statement that writes what decisions about different partners change. It returns the partners whose decisions it has
 * written.
 *
 * The function `write_payout_calls` (`db/functions/payouts`) in pseudo-code:
 *
 *     free = calls whose rows are as they were decided on, and locked now: guard, account, authenticator;
 *            the terms of a payout are looked at and not locked
 *     store the guards of these, with their sessions
 *     of those that pay: use the codes' steps up, create the payouts, owe the first mails, debit what is sent and the fees
 *
 * It never waits for a row that another transaction has locked: such a call is not free, nor is one with a row that was
 * changed since it was read. PostgreSQL checks the versions once more after it has locked the rows.
 */
export const writingDecisions = (
  decisions: readonly PayoutDecision[],
): RawBuilder<WrittenDecision> => sql`${PREPARED}
  select partner_id, guard_version, id from write_payout_calls(${JSON.stringify(decisions.map(payoutCall))}::jsonb)`

/** A row of the type `payout_call`; a column that is left out is null. */
function payoutCall({ partnerId, from, isRequest, versions, changes }: PayoutDecision): object {
  const { guard, payout, usedStep } = changes!
  return {
    partner_id: partnerId,
    payout_from: from,
    is_request: isRequest,
    guard_version: versions.guard,
    account_version: versions.account,
    authenticator_version: versions.authenticator,
    wrong_at: guard.wrongAt,
    wrong_streak: guard.wrongStreak,
    locked_at: guard.lockedAt,
    minute_start: guard.minuteStart,
    inits: guard.inits,
    sessions: guard.sessions,
    ...(payout && {
      terms_version: versions.terms,
      used_step: usedStep,
      payout_to: payout.payoutTo,
      currency: payout.currency,
      address: payout.address,
      amount: payout.amount,
      fee: payout.fee,
      receive: payout.receive,
      risks: payout.risks,
      requested_at: payout.requestedAt,
      created_at: payout.createdAt,
    }),
  }
}
