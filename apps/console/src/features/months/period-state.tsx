import type { PeriodState } from '@partner-office/contracts'
import { StateMark } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

const MARKS = {
  OPEN: 'off',
  DUE: 'attention',
  PROPOSED: 'attention',
  POSTING: 'attention',
  SEALED: 'good',
} as const

/** The state of a month. */
export function PeriodStateMark({ state }: { readonly state: PeriodState }) {
  const { t } = useTranslation()
  return <StateMark state={MARKS[state]}>{t(`months.states.${state}`)}</StateMark>
}
