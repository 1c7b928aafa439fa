import type { BonusExplanation } from '@partner-office/contracts'
import {
  type AccountCurrency,
  amountOf,
  type BonusValue,
  compare,
  type CurrencyValue,
  decimalsOf,
  divide,
  type EurCents,
  eurCents,
  eurOf,
  fraction,
  type Fraction,
  multiply,
  ONE,
  orderPercent,
  poolVolume,
  ratio,
  subtract,
  toDecimalText,
  valueOf,
  ZERO,
} from '@partner-office/domain'

import { readDerivation } from '../../months/derivation-document.ts'
import { coinText, eurText, exactText, ofOne } from '../bonus-texts.ts'
import type { StoredRecord } from './stored-record.ts'

type Amount = BonusExplanation['amounts'][number]

/**
 * The parts of an amount before formatting. Units: `base` and `value` in EUR (WIN where nothing is converted); `percent` and
 * `share` are fractions of one; `exact` and `before` in coins.
 */
type Sum = Pick<Amount, 'sharers' | 'rate'> & {
  readonly base: Fraction
  readonly percent: Fraction | null
  readonly value: Fraction
  readonly share: Fraction
  readonly exact: Fraction
  /** What an earlier closing credited. */
  readonly before: Fraction
}

/** Explains a credited amount from its stored record. */
export function explainedRecord(record: StoredRecord): Amount {
  const { id, currency, isTakingBack } = record
  const sum = sumOfRecord(record)
  return written(isTakingBack ? negated(sum) : sum, id, currency, BigInt(record.amount))
}

/**
 * What a record that is no reversal was worth when it was credited, at the rate stored with it. Coins that are not converted are worth
 * nothing in EUR.
 *
 * Units: EUR. Rounding: none, as before the amount was cut.
 */
export function eurOfRecord(record: StoredRecord): Fraction {
  const { value, share, rate, before } = sumOfRecord(record)
  if (rate === null) return ZERO
  return subtract(multiply(value, share), divide(before, fraction(rate.rate)))
}

function sumOfRecord(record: StoredRecord): Sum {
  const { currency, creditedBefore, document, orderCents } = record
  const order = orderCents === null ? null : eurCents(orderCents)
  const last = document === null ? sumAtOrder(record) : sumOf(readDerivation(document), order)
  return { ...last, before: coins(BigInt(creditedBefore ?? 0), currency) }
}

/** Explains a provisional amount. */
export function explainedNow(value: CurrencyValue, order: EurCents): Amount {
  const { units } = amountOf(value, order)
  return written(sumOf(value, order), null, value.share.currency, units)
}

function written(
  { base, percent, sharers, value, share, rate, exact, before }: Sum,
  recordId: number | null,
  currency: AccountCurrency,
  units: bigint,
): Amount {
  return {
    recordId,
    currency,
    base: eurText(base),
    percent: percent && toDecimalText(percent),
    sharers,
    value: exactText(value),
    share: toDecimalText(share),
    rate,
    exact: exactText(exact),
    cut: exactText(subtract(subtract(exact, before), coins(units, currency))),
    creditedBefore: toDecimalText(before),
    amount: coinText(units, currency),
  }
}

/** The records of orders and ranks store their numbers in columns. */
function sumAtOrder(record: StoredRecord): Sum {
  const base = eurOf(eurCents(record.baseCents))
  const percent = record.percent === null ? null : ofOne(fraction(record.percent))
  const value = multiply(base, percent ?? ONE)
  const rate = { id: record.rateId!, rate: record.rate!, validFrom: record.rateSetAt! }
  const exact = multiply(value, fraction(record.rate!))
  return { base, percent, sharers: null, value, share: ONE, rate, exact, before: ZERO }
}

function sumOf(explained: CurrencyValue, order: EurCents | null): Sum {
  const { value, share, rate } = explained
  return {
    ...basisOf(value, order),
    value: valueOf(value, order),
    share: share.share,
    rate: rate && { id: rate.id, rate: toDecimalText(rate.rate), validFrom: rate.setAt },
    exact: amountOf(explained, order).beforeCut,
    before: ZERO,
  }
}

/** The base of the rule. */
function basisOf(
  value: BonusValue,
  order: EurCents | null,
): Pick<Sum, 'base' | 'percent' | 'sharers'> {
  switch (value.kind) {
    case 'order':
      return { base: eurOf(order!), percent: ofOne(orderPercent(value)), sharers: null }
    case 'target':
      return { base: eurOf(value.row.target), percent: ofOne(value.row.percent), sharers: null }
    case 'amounts':
    case 'coins':
      return { base: valueOf(value, order), percent: null, sharers: null }
    case 'pool': {
      const { parts, achievers: sharers } = value
      const [first] = parts
      // If the percent changed within the month, the parts are summed first.
      const isOne = parts.every(({ percent }) => compare(percent, first!.percent) === 0)
      if (!isOne) return { base: poolVolume(parts), percent: null, sharers }
      const turnover = parts.reduce((sum, part) => sum + part.turnover, 0n)
      return { base: eurOf(eurCents(turnover)), percent: ofOne(first!.percent), sharers }
    }
  }
}

const coins = (units: bigint, currency: AccountCurrency): Fraction =>
  ratio(units, 10n ** BigInt(decimalsOf(currency)))

const negative = ({ num, den }: Fraction): Fraction => ({ num: -num, den })

const negated = (sum: Sum): Sum => ({
  ...sum,
  base: negative(sum.base),
  value: negative(sum.value),
  exact: negative(sum.exact),
  before: negative(sum.before),
})
