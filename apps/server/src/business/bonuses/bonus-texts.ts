import {
  type AccountCurrency,
  decimalsOf,
  type Fraction,
  formatUnits,
  isFiniteDecimal,
  multiply,
  reduced,
  toDecimalText,
} from '@partner-office/domain'

import { centsText } from '../ranks/rank-view.ts'

const HUNDRED: Fraction = { num: 100n, den: 1n }

/** An exact amount of EUR with two decimals, or more if it has more. Refuses: 1/3, with a RangeError. */
export const eurText = (eur: Fraction): string => centsText(multiply(eur, HUNDRED))

/** An amount with all decimals of its currency. Units: `units` are smallest. */
export const coinText = (units: bigint, currency: AccountCurrency): string =>
  formatUnits(units, decimalsOf(currency))

/** A fraction as a JSON number: 0.015. */
export const numberOf = (share: Fraction): number => Number(toDecimalText(share))

/** A percent as a fraction of one: 1.5 is 0.015. */
export const ofOne = ({ num, den }: Fraction): Fraction => ({ num, den: den * 100n })

/** An exact decimal, or a fraction if its decimals do not end. */
export function exactText(value: Fraction): string {
  if (isFiniteDecimal(value)) return toDecimalText(value)
  const { num, den } = reduced(value)
  return `${num}/${den}`
}
