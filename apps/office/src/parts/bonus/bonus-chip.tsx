import type { BonusTransaction } from '@partner-office/contracts'
import { Chip, type ChipTone, type IconName } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { BONUS_NAMES } from './bonus-names.ts'

type Kind = BonusTransaction['bonusType']

const LOOKS: Partial<Record<Kind, { readonly tone: ChipTone; readonly icon: IconName }>> = {
  DIRECT: { tone: 'blue', icon: 'person' },
  TEAM: { tone: 'grey-stroke', icon: 'team' },
  TURNOVER: { tone: 'grey', icon: 'rank' },
  UCHAIN_INFINITY: { tone: 'grey', icon: 'infinity' },
  ADJUSTMENT: { tone: 'grey', icon: 'approval' },
}

/** Type of a bonus, or an adjustment; the monthly programmes are grey. Source: requirements TRX-011; decisions D-060, D-165. */
export function BonusChip({ kind }: { kind: Kind }) {
  const { t } = useTranslation()
  const { tone, icon } = LOOKS[kind] ?? { tone: 'grey', icon: 'gift' }
  return (
    <Chip tone={tone} icon={icon}>
      {t(BONUS_NAMES[kind])}
    </Chip>
  )
}
