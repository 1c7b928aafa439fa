import {
  accountNameOf,
  type BonusValue,
  type CoinUnits,
  type Derivation,
  type Fraction,
  isFiniteDecimal,
  type MonthClose,
  orderPercent,
  type PeriodRecord,
  toDecimalText,
} from '@partner-office/domain'

import { BONUS_EXPENSE, type Transfer } from '../ledger/post-transfers.ts'
import type { Closing } from './closing.ts'

/** A record to be credited: of the month that is closed, or the rest of what an earlier one owes. */
export type PeriodCredit = {
  readonly record: PeriodRecord
  /** The number of its derivation among those of the closing and period. */
  readonly derivation: number
  readonly creditedBefore: CoinUnits | null
}

/** The numbers that a month's derivations are stored under. */
export function derivationNumbers({ derivations }: MonthClose): Map<Derivation, number> {
  return new Map(derivations.map((derivation, number) => [derivation, number]))
}

/** The movement that a credit is. One credit has one key, whoever posts it how often. */
export function transferOf({ id, begunAt }: Closing, { record }: PeriodCredit): Transfer {
  const { partnerId, period, type, currency } = record
  return {
    key: `close:${id}:${period}:${partnerId}:${sourceOf(record)}`,
    partnerId,
    account: accountNameOf(currency),
    counter: BONUS_EXPENSE,
    toPartner: true,
    currency,
    amount: String(record.units),
    kind: type,
    reference: record.orderId === 0 ? period : `${period}, order ${record.orderId}`,
    createdAt: begunAt,
  }
}

/** What tells a record from the others of the same partner and month. */
function sourceOf({ type, orderId, level, currency, pool, window }: PeriodRecord): string {
  return [type, orderId || '', level || '', pool ?? '', window ?? '', currency].join(':')
}

/**
 * The columns of records that say what a rule was applied to, as plain numbers where there are such: those that all
 * records of one derivation share. `baseCents` is null where it is the record's own order.
 */
export function explanationOf({ value, rate }: Derivation) {
  const { baseCents, percent } = basisOf(value)
  return {
    baseCents: baseCents === null ? null : String(baseCents),
    percent: percent && decimalOrNull(percent),
    rateId: rate?.id ?? null,
    rate: rate && decimalOrNull(rate.rate),
  }
}

function basisOf(value: BonusValue) {
  switch (value.kind) {
    case 'order':
      return { baseCents: null, percent: orderPercent(value) }
    case 'target':
      return { baseCents: value.row.target, percent: value.row.percent }
    case 'amounts':
      return { baseCents: value.rows.reduce((sum, { amount }) => sum + amount, 0n), percent: null }
    case 'coins':
      return { baseCents: value.target, percent: null }
    case 'pool': {
      const [only, ...others] = value.parts
      const baseCents = value.parts.reduce((sum, { turnover }) => sum + turnover, 0n)
      return { baseCents, percent: others.length === 0 ? only!.percent : null }
    }
  }
}

/** A decimal that ends; null where it does not. */
export const decimalOrNull = (value: Fraction): string | null =>
  isFiniteDecimal(value) ? toDecimalText(value) : null

/** The records of a month as they are credited first, from one place on up to another. */
export function creditsOf(
  month: MonthClose,
  { from, to }: { from: number; to: number },
): PeriodCredit[] {
  const numbers = derivationNumbers(month)
  return Array.from(month.records(from, to), (record) => {
    const derivation = numbers.get(record.derivation)!
    return { record, derivation, creditedBefore: null }
  })
}
