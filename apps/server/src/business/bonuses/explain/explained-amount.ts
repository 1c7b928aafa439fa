import type { BonusExplanation } from '@partner-office/contracts'
import {
  amountOf,
  compare,
  decimalsOf,
  type Derivation,
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
} from '@partner-office/domain'

import { readDerivation } from '../../periods/derivation-document.ts'
import { coinText, eurText, exactText, ofOne } from '../bonus-texts.ts'
import type { StoredRecord } from './stored-record.ts'

type Amount = BonusExplanation['amounts'][number]

/** The parts of an amount before formatting. Units: EUR (WIN where nothing is converted), coins; shares of one. */
type Sum = {
  readonly base: Fraction
  readonly percent: Fraction | null
  readonly sharers: number | null
  readonly value: Fraction
  readonly share: Fraction
  readonly rate: Amount['rate']
  readonly exact: Fraction
}

/** Explains a credited amount from its stored record. */
export function explainedRecord(record: StoredRecord): Amount {
  const { currency, creditedBefore, document, orderCents } = record
  const amount = unitsOf(record.units, currency)
  const before = unitsOf(creditedBefore ?? '0', currency)
  const order = orderCents === null ? null : eurCents(orderCents)
  const sum = document === null ? sumAtOrder(record) : sumOf(readDerivation(document), order)
  const signed = record.isTakingBack ? negated(sum) : sum
  const part = record.isTakingBack ? negative(before) : before
  return {
    ...written(signed),
    recordId: record.id,
    currency,
    cut: exactText(subtract(subtract(signed.exact, part), amount)),
    creditedBefore: toDecimalText(part),
    amount: coinText(BigInt(record.units), currency),
  }
}

/** Explains a provisional amount. */
export function explainedNow(derivation: Derivation, order: EurCents): Amount {
  const sum = sumOf(derivation, order)
  const { currency } = derivation.share
  const { units } = amountOf(derivation, order)
  return {
    ...written(sum),
    recordId: null,
    currency,
    cut: exactText(subtract(sum.exact, unitsOf(String(units), currency))),
    creditedBefore: '0',
    amount: coinText(units, currency),
  }
}

const written = ({ base, percent, sharers, value, share, rate, exact }: Sum) => ({
  base: eurText(base),
  percent: percent && toDecimalText(percent),
  sharers,
  value: exactText(value),
  share: toDecimalText(share),
  rate,
  exact: exactText(exact),
})

/** The records of orders and ranks store their numbers in columns. */
function sumAtOrder(record: StoredRecord): Sum {
  const base = eurOf(eurCents(record.baseCents))
  const percent = record.percent === null ? null : ofOne(fraction(record.percent))
  const value = multiply(base, percent ?? ONE)
  const rate = { id: record.rateId!, rate: record.rate!, validFrom: record.rateSetAt! }
  const exact = multiply(value, fraction(record.rate!))
  return { base, percent, sharers: null, value, share: ONE, rate, exact }
}

function sumOf(derivation: Derivation, order: EurCents | null): Sum {
  const { share, rate } = derivation
  return {
    ...basisOf(derivation, order),
    value: valueOf(derivation.value, order),
    share: share.share,
    rate: rate && { id: rate.id, rate: toDecimalText(rate.rate), validFrom: rate.setAt },
    exact: amountOf(derivation, order).beforeCut,
  }
}

/** The base of the rule. */
function basisOf(
  { value }: Derivation,
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

const unitsOf = (units: string, currency: StoredRecord['currency']): Fraction =>
  ratio(BigInt(units), 10n ** BigInt(decimalsOf(currency)))

const negative = ({ num, den }: Fraction): Fraction => ({ num: -num, den })

const negated = (sum: Sum): Sum => ({
  ...sum,
  base: negative(sum.base),
  value: negative(sum.value),
  exact: negative(sum.exact),
})
