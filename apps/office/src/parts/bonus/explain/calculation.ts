import type { BonusExplanation } from '@partner-office/contracts'

import { isNonZero } from '../../figures/eur.ts'

type Amount = BonusExplanation['amounts'][number]

/** Kind of a line of a calculation. */
type LineKind =
  | 'order'
  | 'rankBonus'
  | 'poolTurnover'
  | 'checkpoint'
  | 'rowAmount'
  | 'percent'
  | 'sharers'
  | 'share'
  | 'rate'
  | 'exact'
  | 'cut'
  | 'before'
  | 'sum'

/** A line of a calculation. Units: `number` is exact, a fraction where its decimals do not end. */
export type CalculationLine = {
  readonly kind: LineKind
  readonly number: string
  readonly unit: string | null
}

/**
 * Lines of a calculation, from the base to the credited amount.
 *
 * Units: EUR, WIN where nothing is converted; then the currency of the amount.
 * Source: the design's explanation panel; `ExplainedAmount`.
 */
export function calculationLines(
  { bonusType }: Pick<BonusExplanation, 'bonusType'>,
  amount: Amount,
): readonly CalculationLine[] {
  const { base, percent, sharers, value, share, rate, exact, cut, creditedBefore } = amount
  const { currency } = amount
  const unit = rate === null ? currency : 'EUR'
  return [
    { kind: baseKind(bonusType, percent), number: base, unit },
    ...(percent === null && sharers === null
      ? []
      : [{ kind: sharers === null ? 'percent' : 'sharers', number: value, unit } as const]),
    ...(share === '1' ? [] : [{ kind: 'share', number: share, unit: null } as const]),
    ...(rate === null ? [] : [{ kind: 'rate', number: rate.rate, unit: null } as const]),
    { kind: 'exact', number: exact, unit: currency },
    ...takenOff('cut', cut, currency),
    ...takenOff('before', creditedBefore, currency),
    { kind: 'sum', number: amount.amount, unit: currency },
  ]
}

function baseKind(bonusType: BonusExplanation['bonusType'], percent: string | null): LineKind {
  if (bonusType === 'TURNOVER') return 'rankBonus'
  if (bonusType === 'DIAMOND_POOL') return 'poolTurnover'
  if (['DIRECT', 'TEAM', 'UCHAIN_INFINITY'].includes(bonusType)) return 'order'
  return percent === null ? 'rowAmount' : 'checkpoint'
}

const takenOff = (
  kind: 'cut' | 'before',
  number: string,
  unit: string,
): readonly CalculationLine[] =>
  isNonZero(number) ? [{ kind, number: negated(number), unit }] : []

const negated = (number: string): string =>
  number.startsWith('-') ? number.slice(1) : `-${number}`

/** Number of decimals of a credited amount. */
export const decimalsKept = ({ amount }: Pick<Amount, 'amount'>): number =>
  amount.split('.')[1]?.length ?? 0
