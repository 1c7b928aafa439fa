import type { BonusExplanation } from '@partner-office/contracts'
import {
  add,
  divide,
  fraction,
  type Fraction,
  multiply,
  ONE,
  ratio,
  subtract,
} from '@partner-office/domain'

type Amount = BonusExplanation['amounts'][number]

/** Parses a decimal or a fraction exactly. */
function exact(text: string): Fraction {
  const [num, den] = text.split('/')
  return den === undefined ? fraction(num!) : ratio(BigInt(num!), BigInt(den))
}

/** The sum of the leaves of an amount. */
function sumOf(amount: Amount) {
  const percent = amount.percent === null ? ONE : exact(amount.percent)
  const sharers = ratio(BigInt(amount.sharers ?? 1), 1n)
  const value = divide(multiply(exact(amount.base), percent), sharers)
  const rate = amount.rate === null ? ONE : exact(amount.rate.rate)
  const whole = multiply(multiply(value, exact(amount.share)), rate)
  const cut = add(exact(amount.cut), exact(amount.creditedBefore))
  return { value, exact: whole, amount: subtract(whole, cut) }
}

/** Whether two numbers are equal. */
const isSame = (a: Fraction, b: Fraction): boolean => subtract(a, b).num === 0n

/** Names the figures of an amount that do not add up, and a cut of a creditable unit or more. */
export function faultsOf(amount: Amount): string[] {
  const sum = sumOf(amount)
  const smallest = ratio(1n, 10n ** BigInt(amount.amount.split('.')[1]?.length ?? 0))
  const cut = exact(amount.cut)
  const isCutShort =
    subtract({ num: cut.num < 0n ? -cut.num : cut.num, den: cut.den }, smallest).num < 0n
  return [
    isSame(sum.value, exact(amount.value)) ? '' : 'value',
    isSame(sum.exact, exact(amount.exact)) ? '' : 'exact',
    isSame(sum.amount, exact(amount.amount)) ? '' : 'amount',
    isCutShort ? '' : 'cut',
  ].filter((fault) => fault !== '')
}
