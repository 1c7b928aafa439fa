import type { ListedDispute } from '@partner-office/contracts'
import { StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

const MARKS = {
  OPEN: 'attention',
  QUESTION: 'off',
  ANSWERED: 'good',
  CORRECTED: 'good',
  WITHDRAWN: 'off',
} as const

/** The state of a dispute. */
export function DisputeState({ state }: Pick<ListedDispute, 'state'>) {
  const { t } = useTranslation()
  return <StateMark state={MARKS[state]}>{t(`disputes.states.${state}`)}</StateMark>
}
