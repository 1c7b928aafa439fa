import type { Currency } from './currency.ts'
import { divide, multiply, ONE, roundHalfUpToUnits, type Fraction } from './fraction.ts'
import { formatUnits } from './money.ts'

export type RateType = 'SELL' | 'BUY'

/**
 * One quote: `rate` units of `to` for one unit of `from`, in force from `setAt` on.
 *
 * Units: `rate` is above 0; `setAt` is epoch milliseconds.
 */
export type Rate = {
  readonly id: number
  readonly from: Currency
  readonly to: Currency
  readonly rateType: RateType
  readonly rate: Fraction
  readonly setAt: number
}

/** A rate for a pair and the quotes it was made of, in the order they were applied. */
export type FoundRate = { readonly rate: Fraction; readonly rateIds: readonly number[] }

/**
 * The rates a new installation starts with, as plain decimals; the operator replaces them.
 *
 * Source: decisions B4.
 */
export const STARTING_RATES = [
  { from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '2' },
  { from: 'EUR', to: 'UCN', rateType: 'SELL', rate: '4' },
  { from: 'EUR', to: 'BSP', rateType: 'SELL', rate: '1' },
  { from: 'EUR', to: 'WIN', rateType: 'SELL', rate: '1' },
  { from: 'EUR', to: 'USDT', rateType: 'SELL', rate: '1.1' },
  { from: 'EUR', to: 'ULTIMA', rateType: 'SELL', rate: '0.0002' },
] as const satisfies readonly {
  readonly from: Currency
  readonly to: Currency
  readonly rateType: RateType
  readonly rate: string
}[]

const EQUIVALENT_DECIMALS = 2

/**
 * An amount in another currency as it is shown beside the own one: "679.01".
 *
 * Rounding: half up, to 2 decimals.
 * Source: decisions C10.
 */
export const equivalentText = (amount: Fraction): string =>
  formatUnits(roundHalfUpToUnits(amount, EQUIVALENT_DECIMALS), EQUIVALENT_DECIMALS)

/**
 * The rate from one currency to another: the latest quote of the pair, else the inverse of the
 * latest opposite quote, else through EUR by the same two steps. Null when there is no way.
 *
 * Rounding: none.
 * Source: decisions C10 "cross rates go through EUR", D-099.
 */
export function rateBetween(
  rates: readonly Rate[],
  from: Currency,
  to: Currency,
  rateType: RateType = 'SELL',
): FoundRate | null {
  if (from === to) return { rate: ONE, rateIds: [] }

  const quoted = quotedRate(rates, from, to, rateType)
  if (quoted || from === 'EUR' || to === 'EUR') return quoted

  const toEur = quotedRate(rates, from, 'EUR', rateType)
  const fromEur = quotedRate(rates, 'EUR', to, rateType)
  if (!toEur || !fromEur) return null
  return {
    rate: multiply(toEur.rate, fromEur.rate),
    rateIds: [...toEur.rateIds, ...fromEur.rateIds],
  }
}

function quotedRate(
  rates: readonly Rate[],
  from: Currency,
  to: Currency,
  rateType: RateType,
): FoundRate | null {
  const direct = latestQuote(rates, from, to, rateType)
  if (direct) return { rate: direct.rate, rateIds: [direct.id] }
  const opposite = latestQuote(rates, to, from, rateType)
  return opposite && { rate: divide(ONE, opposite.rate), rateIds: [opposite.id] }
}

function latestQuote(
  rates: readonly Rate[],
  from: Currency,
  to: Currency,
  rateType: RateType,
): Rate | null {
  let latest: Rate | null = null
  for (const quote of rates) {
    if (quote.from !== from || quote.to !== to || quote.rateType !== rateType) continue
    if (!latest || isLater(quote, latest)) latest = quote
  }
  return latest
}

/** Of two quotes of one millisecond the one stored last counts. */
function isLater(quote: Rate, other: Rate): boolean {
  return quote.setAt === other.setAt ? quote.id > other.id : quote.setAt > other.setAt
}
