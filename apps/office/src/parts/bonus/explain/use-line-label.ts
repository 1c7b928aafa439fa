import type { BonusExplanation } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../../lib/formats/use-format.ts'
import { shareText } from '../../figures/percent-text.ts'
import type { CalculationLine } from './calculation.ts'

type Amount = BonusExplanation['amounts'][number]

const LABELS = {
  order: 'explain.line.order',
  rankBonus: 'explain.line.rankBonus',
  poolTurnover: 'explain.line.poolTurnover',
  checkpoint: 'explain.line.checkpoint',
  rowAmount: 'explain.line.rowAmount',
  percent: 'explain.line.percent',
  sharers: 'explain.line.sharers',
  share: 'explain.line.share',
  rate: 'explain.line.rate',
  exact: 'explain.line.exact',
  cut: 'explain.line.cut',
  before: 'explain.line.before',
} as const

const SUMS = {
  BOOKED: 'explain.state.BOOKED',
  REVERSED: 'explain.state.REVERSED',
  OPEN: 'explain.line.soFar',
  UNPAID: 'explain.line.soFar',
} as const

/** Labels of the lines of a calculation. */
export function useLineLabel() {
  const { t } = useTranslation()
  const { style } = useFormat()
  return (
    { kind }: CalculationLine,
    amount: Amount,
    { state }: Pick<BonusExplanation, 'state'>,
  ): string => {
    if (kind === 'sum') return t(SUMS[state])
    return t(LABELS[kind], {
      percent: shareText(Number(amount.percent ?? 1), style),
      sharers: amount.sharers ?? 1,
      currency: amount.currency,
    })
  }
}
