import type { BonusTransaction } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { dateShown, dateText, timeText } from '../../lib/formats.ts'
import { useLocale } from '../../lib/locale.ts'
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

/** Time of a bonus, relative; the exact time is in the title. Source: requirements TRX-007, FMT-002. */
export function BonusDate({ at }: { at: number }) {
  const locale = useLocale()
  return (
    <time
      className="num"
      dateTime={new Date(at).toISOString()}
      title={`${dateText(at)} ${timeText(at)} UTC`}
    >
      {dateShown(at, Date.now(), locale)}
    </time>
  )
}

/** Depth of the buyer below the partner. Source: requirements TRX-009. */
export function LevelBadge({ level }: { level: number }) {
  const { t } = useTranslation()
  return (
    <span className="bonus-level" title={t('bonusHistory.levelOf', { level })}>
      {level}
    </span>
  )
}
