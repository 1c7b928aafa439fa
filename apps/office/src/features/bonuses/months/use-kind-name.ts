import type { BonusType } from '@partner-office/domain'
import { useTranslation } from 'react-i18next'

import { BONUS_NAMES } from '../../../parts/bonus/bonus-names.ts'

/** Names a type of bonus; null stands for all types. */
export function useKindName(): (kind: BonusType | null) => string {
  const { t } = useTranslation()
  return (kind) => t(kind === null ? 'bonusMonths.all' : BONUS_NAMES[kind])
}
