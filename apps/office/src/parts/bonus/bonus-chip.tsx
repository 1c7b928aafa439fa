import type { BonusType } from '@partner-office/domain'
import { Chip, type ChipTone, type IconName } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { BONUS_NAMES } from './bonus-names.ts'

const LOOKS: Partial<Record<BonusType, { readonly tone: ChipTone; readonly icon: IconName }>> = {
  DIRECT: { tone: 'blue', icon: 'person' },
  TEAM: { tone: 'grey-stroke', icon: 'team' },
  TURNOVER: { tone: 'grey', icon: 'rank' },
  UCHAIN_INFINITY: { tone: 'grey', icon: 'infinity' },
}

/** Type of a bonus; the monthly programmes are grey. Source: requirements TRX-011; decisions D-060. */
export function BonusChip({ kind }: { kind: BonusType }) {
  const { t } = useTranslation()
  const { tone, icon } = LOOKS[kind] ?? { tone: 'grey', icon: 'gift' }
  return (
    <Chip tone={tone} icon={icon}>
      {t(BONUS_NAMES[kind])}
    </Chip>
  )
}
