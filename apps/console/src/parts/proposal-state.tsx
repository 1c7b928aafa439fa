import type { ProposalState } from '@partner-office/contracts'
import { Chip, type ChipTone } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

const TONES = {
  OPEN: 'orange',
  APPROVED: 'blue',
  REFUSED: 'grey',
  WITHDRAWN: 'grey',
  EXPIRED: 'grey',
  OUTDATED: 'grey',
  DONE: 'green',
  FAILED: 'red',
} as const satisfies Record<ProposalState, ChipTone>

/** The state of a proposal. */
export function ProposalStateChip({ state }: { readonly state: ProposalState }) {
  const { t } = useTranslation()
  return <Chip tone={TONES[state]}>{t(`proposals.states.${state}`)}</Chip>
}
