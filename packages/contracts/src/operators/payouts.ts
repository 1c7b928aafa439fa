import { z } from 'zod'

import { PAYOUT_MARKS, PAYOUT_STATUSES } from '../business/payouts.ts'
import { type Contract, LARGE_BODY_BYTES } from '../contract.ts'
import { ById, Id, OneLine } from '../primitives.ts'
import { RouteTerms } from '../shared/payout-terms.ts'

/** A payout after an operator's decision, why to look at it closely, and what holds it back. Source: decisions C11.27, D-143. */
const ChangedPayout = z.object({
  id: Id,
  status: z.enum(PAYOUT_STATUSES),
  risks: z.array(z.enum(PAYOUT_MARKS)),
})

/** Name of a transaction on a chain. */
const TxId = OneLine.refine((text) => /^\S+$/.test(text))

/**
 * Take a payout up before it is sent: its owner cannot cancel it any more. Safe to repeat.
 *
 * Refuses: `validation_error`, when it is not pending or something holds it back; `proposal_required`, from `fourEyesPayoutEur` on with
 * `fourEyesCommandLine`.
 */
export const postPayoutTake = {
  method: 'POST',
  path: '/internal/v1/payouts/:id/take',
  auth: 'key',
  params: ById,
  reply: ChangedPayout,
  refusals: ['proposal_required'],
} as const satisfies Contract

/**
 * Say that a payout was sent, and in which transaction.
 *
 * Refuses: `validation_error`, when no operator has taken the payout up, when the transaction id does not match the pattern
 * of the route, or when an earlier approved payout has the same transaction id.
 */
export const postPayoutApprove = {
  method: 'POST',
  path: '/internal/v1/payouts/:id/approve',
  auth: 'key',
  params: ById,
  body: z.object({ txId: TxId }),
  reply: ChangedPayout,
  refusals: [],
} as const satisfies Contract

/** Reject a pending payout; the amount comes back. */
export const postPayoutReject = {
  method: 'POST',
  path: '/internal/v1/payouts/:id/reject',
  auth: 'key',
  params: ById,
  body: z.object({ reason: OneLine.refine((text) => text.trim() !== '') }),
  reply: ChangedPayout,
  refusals: [],
} as const satisfies Contract

/** Lock the payouts of a partner, or lift the lock that wrong codes have set. Safe to repeat. */
export const putPayoutLock = {
  method: 'PUT',
  path: '/internal/v1/users/:id/payout-lock',
  auth: 'key',
  params: ById,
  body: z.object({ locked: z.boolean() }),
  reply: z.object({ id: Id, locked: z.boolean() }),
  refusals: [],
} as const satisfies Contract

/**
 * Set routes of payouts, all or none.
 *
 * Units: amounts in the source's currency; `fee` and `dailyLimitPercent` in percent.
 * Refuses: `proposal_required`, with `fourEyesCommandLine`.
 */
export const putPayoutSettings = {
  method: 'PUT',
  path: '/internal/v1/payout-settings',
  auth: 'key',
  bodyBytes: LARGE_BODY_BYTES,
  body: z.array(RouteTerms).min(1).max(100),
  reply: z.object({ routes: z.int().positive() }),
  refusals: ['proposal_required'],
} as const satisfies Contract

/** Assign a wallet to a partner, or approve it. */
export const putWallet = {
  method: 'PUT',
  path: '/internal/v1/wallets/:id',
  auth: 'key',
  params: ById,
  body: z.object({
    walletType: z.enum(['MAIN', 'FARM']),
    address: OneLine,
    moderatorApproved: z.boolean(),
  }),
  reply: z.object({ id: Id }),
  refusals: ['invalid_wallet_address'],
} as const satisfies Contract
