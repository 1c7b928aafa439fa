import type { BonusExplanation } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../../lib/session/profile.ts'
import { rankNameKey } from '../../../lib/queries/ranks.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { shareText } from '../../figures/percent-text.ts'
import { BONUS_NAMES } from '../bonus-names.ts'
import { calculationLines } from './calculation.ts'
import { exactText } from './exact-number.ts'
import { useExplanationWords } from './use-explanation-words.ts'
import { useLineLabel } from './use-line-label.ts'
import { useStepWords } from './use-step-words.ts'

/** Writes an explanation as plain text, for the clipboard. */
export function useExplanationText(): (explanation: BonusExplanation) => string {
  const { t } = useTranslation()
  const { sentenceOf, planOf } = useExplanationWords()
  const stepLines = useStepLines()
  const sumLines = useSumLines()
  const adjustmentLines = useAdjustmentLines()
  return (explanation) =>
    [
      t(BONUS_NAMES[explanation.bonusType]),
      sentenceOf(explanation),
      ...stepLines(explanation),
      ...sumLines(explanation),
      ...adjustmentLines(explanation),
      planOf(explanation),
    ].join('\n')
}

function useStepLines() {
  const { t } = useTranslation()
  const { amountText, style } = useFormat()
  const { nameOf, reasonOf } = useStepWords()
  return ({ path, order, legs }: BonusExplanation): string[] => [
    ...path.map((step) => {
      const percent = shareText(step.percent, style)
      const rank = t(rankNameKey(step.rang))
      return `${step.level}. ${nameOf(step)} (${rank}): ${percent}. ${reasonOf(step, order?.paidAt ?? 0)}`
    }),
    ...legs.map((leg) => {
      const name = fullNameOf(leg) || t('common.noname')
      const total = t('rank.ofTotal', { amount: amountText(leg.turnover, 'EUR') })
      return `${name}: ${amountText(leg.counted, 'EUR')}, ${total}`
    }),
  ]
}

function useAdjustmentLines() {
  const { t } = useTranslation()
  const { amountText, instantText } = useFormat()
  return ({ adjustments }: BonusExplanation): string[] =>
    adjustments.map((adjustment) => {
      const { id, postedAt, amount, currency, reason, takesBack, takenBackBy } = adjustment
      const parts = [
        t('adjustments.number', { number: id }),
        instantText(postedAt),
        amountText(amount, currency),
        ...(takenBackBy === null ? [] : [t('adjustments.takenBack', { number: takenBackBy })]),
        ...(takesBack === null ? [] : [t('adjustments.takesBack', { number: takesBack })]),
      ]
      return `${parts.join(', ')}: ${reason}`
    })
}

function useSumLines() {
  const { style } = useFormat()
  const labelOf = useLineLabel()
  return (explanation: BonusExplanation): string[] =>
    explanation.amounts.flatMap((amount) =>
      calculationLines(explanation, amount).map((line) => {
        const number = exactText(line.number, style)
        return `${labelOf(line, amount, explanation)}: ${[number, line.unit].filter(Boolean).join(' ')}`
      }),
    )
}
