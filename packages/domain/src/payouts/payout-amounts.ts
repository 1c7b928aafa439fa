import { type Currency, decimalsOf } from '../currency.ts'
import { type Fraction, parseDecimal, truncateToUnits } from '../fraction.ts'
import { type CoinUnits, coinUnits } from '../money.ts'

/** More digits than any balance can have; the ledger refuses amounts of 37 digits. */
const MOST_DIGITS = 20

/**
 * What a payout costs.
 *
 * Units: `percent` in percent, so 2 is 2 %; the bounds in smallest units, null for none.
 */
export type PayoutFee = {
  readonly percent: Fraction
  readonly minFee: CoinUnits | null
  readonly maxFee: CoinUnits | null
}

/**
 * What bounds a payout besides its minimum; null: no bound.
 *
 * Units: smallest units of the source's currency. `held` and `waiting` are parts of the balance that cannot be paid out: held by
 * operators, and credited too recently. `available` is what is left of the daily limit.
 */
export type PayoutBounds = {
  readonly balance: CoinUnits
  readonly held: CoinUnits
  readonly waiting: CoinUnits
  readonly available: CoinUnits | null
  readonly dailyLimit: CoinUnits | null
  readonly requestLimit: CoinUnits | null
}

/**
 * Reads an amount of coins that somebody typed: a plain decimal above 0 with no more decimals than the currency has; null for anything else.
 *
 * Source: decisions C9.
 */
export function parseCoinAmount(text: string, currency: Currency): CoinUnits | null {
  const maxDecimals = decimalsOf(currency)
  const parsed = parseDecimal(text, { maxIntegerDigits: MOST_DIGITS, maxDecimals })
  if (parsed === null || parsed.units <= 0n) return null
  return coinUnits(parsed.units * 10n ** BigInt(maxDecimals - parsed.decimals))
}

/**
 * The fee of a payout: the percentage, raised to the least fee, then capped at the greatest.
 *
 * Rounding: cut toward zero at the smallest unit.
 * Source: PAY-030 to PAY-032; decisions C9, C11.10.
 */
export function payoutFee(amount: CoinUnits, { percent, minFee, maxFee }: PayoutFee): CoinUnits {
  const { num, den } = percent
  const share = truncateToUnits({ num: amount * num, den: den * 100n }, 0)
  const raised = minFee !== null && share < minFee ? minFee : share
  return coinUnits(maxFee !== null && raised > maxFee ? maxFee : raised)
}

/** What arrives of a payout: the amount without its fee, never below 0. Source: PAY-033; decisions C9. */
export function payoutReceive(amount: CoinUnits, fee: CoinUnits): CoinUnits {
  return coinUnits(amount > fee ? amount - fee : 0n)
}

/** A reason to refuse the amount of a payout. */
export type PayoutAmountProblem =
  | 'minimum_limit'
  | 'not_enough_funds'
  | 'request_limit'
  | 'daily_limit'

/** What of a balance can be paid out; below 0 where more is held than is there. Source: D-164. */
export const payoutFree = ({
  balance,
  held,
  waiting,
}: Pick<PayoutBounds, 'balance' | 'held' | 'waiting'>): CoinUnits =>
  coinUnits(balance - held - waiting)

/** The bounds from above, in the order in which an amount is refused for them. Source: PAY-024, PAY-025; decisions C9. */
const upperBounds = ({ available, dailyLimit, requestLimit, ...bounds }: PayoutBounds) =>
  [
    ['not_enough_funds', payoutFree(bounds)],
    ['request_limit', requestLimit],
    ['daily_limit', available ?? dailyLimit],
  ] as const satisfies readonly (readonly [PayoutAmountProblem, CoinUnits | null])[]

/**
 * The most that can be paid out now, never below 0. No amount up to it is refused for being too high.
 *
 * Source: PAY-024, PAY-025; decisions C9.
 */
export function payoutMaximum(bounds: PayoutBounds): CoinUnits {
  const least = upperBounds(bounds).reduce<bigint>(
    (most, [, bound]) => (bound !== null && bound < most ? bound : most),
    payoutFree(bounds),
  )
  return coinUnits(least > 0n ? least : 0n)
}

/** The first bound that an amount breaks; null for none. Source: decisions C9. */
export function payoutAmountProblem(
  amount: CoinUnits,
  minAmount: CoinUnits,
  bounds: PayoutBounds,
): PayoutAmountProblem | null {
  if (amount < minAmount) return 'minimum_limit'
  const broken = upperBounds(bounds).find(([, bound]) => bound !== null && amount > bound)
  return broken?.[0] ?? null
}

/**
 * What is left of the daily limit; null without one. A percentage of the balance at 00:00 UTC lowers the limit.
 *
 * Rounding: the percentage is cut toward zero at the smallest unit.
 * Source: decisions D-093.
 */
export function payoutAvailable(day: {
  readonly dailyLimit: CoinUnits | null
  readonly percent: Fraction | null
  readonly balanceAtMidnight: CoinUnits
  readonly paidToday: CoinUnits
}): CoinUnits | null {
  const limit = dailyLimitOf(day)
  if (limit === null) return null
  return coinUnits(limit > day.paidToday ? limit - day.paidToday : 0n)
}

function dailyLimitOf({
  dailyLimit,
  percent,
  balanceAtMidnight,
}: Parameters<typeof payoutAvailable>[0]): bigint | null {
  if (percent === null) return dailyLimit
  const basis = balanceAtMidnight > 0n ? balanceAtMidnight : 0n
  const share = truncateToUnits({ num: basis * percent.num, den: percent.den * 100n }, 0)
  return dailyLimit === null || share < dailyLimit ? share : dailyLimit
}
