import type { BonusType } from '@partner-office/domain'
import { useTranslation } from 'react-i18next'

import { BONUS_NAMES } from '../../../parts/bonus/bonus-names.ts'

/** What a kind of bonus is called; null is all of them. */
export function useKindName(): (kind: BonusType | null) => string {
  const { t } = useTranslation()
  return (kind) => t(kind === null ? 'bonusMonths.all' : BONUS_NAMES[kind])
}
