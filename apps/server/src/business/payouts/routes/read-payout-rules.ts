import type {
  CallReply,
  getPayoutLimits,
  getPayoutSettings,
  getPayoutStanding,
} from '@partner-office/contracts'
import { type CoinUnits, type Fraction, toDecimalText } from '@partner-office/domain'

import type { Core } from '../../../core/core.ts'
import { readPayoutIdentity } from '../../../passport/accounts/payout-identity.ts'
import { coinText } from '../../bonuses/bonus-texts.ts'
import { readHeld } from '../../adjustments/read-held.ts'
import { recentSettings } from '../../settings/read-settings.ts'
import { requirePayoutAccess } from '../confirm/check-payout.ts'
import { readCodeBudget } from '../confirm/payout-guard.ts'
import { earlierAddresses, recentChange } from '../end/payout-risks.ts'
import { readPayoutRoutes, readWaiting } from '../confirm/payout-state.ts'
import { type PayoutTerms, readPayoutTerms } from './payout-terms.ts'

const MOST_ADDRESSES = 50

/**
 * Reads which routes from some sources are open.
 *
 * Refuses: `access_denied`.
 * Source: PAY-010 to PAY-012; decisions D-085, D-124.
 */
export async function readPayoutSettings(
  { database }: Core,
  from: readonly string[] | undefined,
): Promise<CallReply<typeof getPayoutSettings>> {
  requirePayoutAccess(await recentSettings(database))
  const routes = await readPayoutTerms(database.read, from)
  return routes.map((route) => ({
    payoutFrom: route.from,
    payoutTo: route.to,
    enabled: route.enabled,
    ...(route.badge !== null && { badge: route.badge }),
  }))
}

/**
 * Reads a partner's limits of the routes from some sources.
 *
 * Refuses: `access_denied`.
 * Source: PAY-015; decisions D-054, D-093.
 */
export async function readPayoutLimits(
  { database, clock }: Core,
  partnerId: number,
  from: readonly string[] | undefined,
): Promise<CallReply<typeof getPayoutLimits>> {
  requirePayoutAccess(await recentSettings(database))
  const routes = await readPayoutRoutes(database.read, partnerId, { from, now: clock() })
  return routes.map(({ terms, state }) => limitsOf(terms, state.available))
}

function limitsOf(terms: PayoutTerms, available: CoinUnits | null) {
  const coins = (units: CoinUnits | null) =>
    units === null ? null : coinText(units, terms.currency)
  return {
    from: terms.from,
    to: terms.to,
    minAmount: coinText(terms.minAmount, terms.currency),
    requestLimit: coins(terms.requestLimit),
    dailyLimit: coins(terms.dailyLimit),
    dailyLimitPercent: percent(terms.dailyLimitPercent),
    availableAmount: coins(available),
    fee: toDecimalText(terms.fee.percent),
    minFee: coins(terms.fee.minFee),
    maxFee: coins(terms.fee.maxFee),
    verificationRequired: terms.verificationRequired,
  }
}

const percent = (share: Fraction | null): string | null => share && toDecimalText(share)

/**
 * Reads what else a payout of a partner depends on, for the list of what blocks it and for the warnings.
 *
 * Refuses: `access_denied`.
 * Source: decisions D-142, D-143.
 */
export async function readPayoutStanding(
  { database, clock }: Core,
  partnerId: number,
): Promise<CallReply<typeof getPayoutStanding>> {
  const { read } = database
  const settings = await recentSettings(database)
  requirePayoutAccess(settings)
  const now = clock()
  const identity = await readPayoutIdentity(read, partnerId)
  const { isLocked, isStopped, waitsUntil } = await readCodeBudget(read, partnerId, now)
  const { pending } = await read
    .selectFrom('payouts')
    .select(({ fn }) => fn.countAll<number>().as('pending'))
    .where('partnerId', '=', partnerId)
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return {
    pending,
    maxPending: Number(settings.maxPendingPayouts),
    isLocked,
    isStopped,
    waitsUntil,
    addresses: (await earlierAddresses(read, partnerId)).slice(0, MOST_ADDRESSES),
    passwordChangedAt: recentChange(identity.passwordChangedAt, now),
    authenticatorChangedAt: recentChange(identity.authenticatorSince, now),
    holdHours: Number(settings.payoutNewAddressHoldHours),
    held: await readHeld(read, partnerId, now),
    waiting: (await readWaiting(read, partnerId, now)).map(({ currency, units, ...waiting }) => ({
      ...waiting,
      amount: coinText(BigInt(units), currency),
    })),
    checkedAt: now,
  }
}
