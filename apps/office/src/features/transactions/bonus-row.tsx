import type { BonusTransaction } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { isNonZero } from '../../parts/figures/eur.ts'

/** Props of a record, as a table row or a list item. */
export type BonusRowProps = {
  readonly row: BonusTransaction
  readonly onExplain: () => void
}

/** Full name of the buyer; null without an order. Source: requirements TRX-008. */
export const referralOf = ({
  referralFirstName,
  referralLastName,
}: BonusTransaction): string | null =>
  [referralFirstName, referralLastName].filter(Boolean).join(' ') || null

/** Source: requirements TRX-010. */
export const hasOrderAmount = ({ orderAmount }: BonusTransaction): boolean => isNonZero(orderAmount)

/** Depth of the buyer below the partner. Source: requirements TRX-009. */
export function LevelBadge({ level }: { level: number }) {
  const { t } = useTranslation()
  return (
    <span className="bonus-level" title={t('bonusHistory.levelOf', { level })}>
      {level}
    </span>
  )
}
