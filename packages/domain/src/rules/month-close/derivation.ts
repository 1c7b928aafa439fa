import { decimalsOf } from '../../currency.ts'
import { add, fraction, multiply, reduced, ZERO, type Fraction } from '../../fraction.ts'
import { creditedAmount, eurOf, type CoinUnits, type EurCents } from '../../money.ts'
import type { CurrencyShare, EurRow, PercentRow } from '../../plan/plan.ts'
import type { PeriodBonusType } from '../bonus-types.ts'
import { poolShare, poolVolume, type PoolPart } from '../diamond-pools.ts'

/** What a bonus is worth before it is split into currencies. Units: percents; EUR cents. */
export type BonusValue =
  /** A percent of the order: the own percent less the percent paid before. */
  | { readonly kind: 'order'; readonly effective: PercentRow; readonly paidBefore: Fraction }
  /** A percent of the target that was achieved. */
  | { readonly kind: 'target'; readonly row: PercentRow }
  /** The fixed amounts of rows: all achieved ones of cycled turbo, the highest one otherwise. */
  | { readonly kind: 'amounts'; readonly rows: readonly EurRow[] }
  /** A number of the programme's own coins, which is not converted. */
  | { readonly kind: 'coins'; readonly target: EurCents; readonly coins: Fraction }
  /** An equal share of what a pool collected. */
  | {
      readonly kind: 'pool'
      readonly pool: number
      readonly rankId: number
      readonly parts: readonly PoolPart[]
      readonly achievers: number
    }

/** The quote an amount was converted at; null if it is not converted. Units: coins a EUR. */
export type CloseRate = { readonly id: number; readonly rate: Fraction; readonly setAt: number }

/** The value of a bonus, and the share of it that is paid in one currency. */
export type CurrencyValue = {
  readonly value: BonusValue
  readonly share: CurrencyShare
  readonly rate: CloseRate | null
}

/** Everything that explains an amount except its order. */
export type Derivation = CurrencyValue & {
  readonly type: PeriodBonusType
  readonly planVersion: number
}

/** The percent of the order that an accrual pays. Units: percent. Source: decisions C4. */
export function orderPercent({
  effective,
  paidBefore,
}: Extract<BonusValue, { kind: 'order' }>): Fraction {
  return add(effective.percent, { num: -paidBefore.num, den: paidBefore.den })
}

/**
 * The worth of a value in EUR, or in coins if it is not converted.
 *
 * Units: exact; `order` in EUR cents, for the kind `order` only.
 * Source: decisions C4 to C7, C11.8.
 */
export function valueOf(value: BonusValue, order: EurCents | null): Fraction {
  switch (value.kind) {
    case 'order':
      return percentOf(order!, orderPercent(value))
    case 'target':
      return percentOf(value.row.target, value.row.percent)
    case 'amounts':
      return value.rows.reduce((sum, { amount }) => add(sum, eurOf(amount)), ZERO)
    case 'coins':
      return value.coins
    case 'pool':
      return poolShare(poolVolume(value.parts), value.achievers)
  }
}

function percentOf(cents: EurCents, percent: Fraction): Fraction {
  return multiply({ num: cents, den: 10_000n }, percent)
}

/**
 * The amount of a derivation before and after it is cut.
 *
 * Units: `beforeCut` in whole coins, exact; `units` are the currency's smallest.
 * Rounding: cut toward zero, each record on its own.
 * Source: decisions C11.7, D-100.
 */
export function amountOf(
  { value, share, rate }: CurrencyValue,
  order: EurCents | null,
): { beforeCut: Fraction; units: CoinUnits } {
  const part = multiply(valueOf(value, order), share.share)
  return creditedAmount(part, rate?.rate ?? fraction(1n), share.currency)
}

/** Units of the currency for one cent of the order, exact. */
function unitsACent(derivation: Derivation): Fraction {
  const { share } = derivation
  const { beforeCut } = amountOf(derivation, 1n as EurCents)
  return reduced(multiply(beforeCut, fraction(10n ** BigInt(decimalsOf(share.currency)))))
}

/**
 * The smallest order that a derivation credits a whole unit of.
 *
 * Units: cents; 0 if the value needs no order, Infinity if no order is enough.
 */
export function leastOrder(derivation: Derivation): number {
  if (derivation.value.kind !== 'order') return 0
  const { num, den } = unitsACent(derivation)
  return num === 0n ? Infinity : Number((den + num - 1n) / num)
}

/**
 * What a derivation credits of an order: as `amountOf`, for many orders.
 *
 * Units: the currency's smallest, for `cents` of the order.
 */
export function unitsOf(derivation: Derivation): (cents: number) => bigint {
  if (derivation.value.kind !== 'order') {
    const { units } = amountOf(derivation, null)
    return () => units
  }
  const { num, den } = unitsACent(derivation)
  const [factor, divisor] = [Number(num), Number(den)]
  return (cents) => {
    const product = cents * factor
    // Exact: two whole numbers below 2^53 never divide to within half a step of the next one.
    const isExact = product <= Number.MAX_SAFE_INTEGER && den <= Number.MAX_SAFE_INTEGER
    return isExact ? BigInt(Math.floor(product / divisor)) : (BigInt(cents) * num) / den
  }
}
