import type { BonusTransaction } from '@partner-office/contracts'
import { ADJUSTMENT } from '@partner-office/domain'
import { useTranslation } from 'react-i18next'

import { Reason } from '../../parts/adjustments/reason.tsx'
import { isNonZero } from '../../parts/figures/eur.ts'

/** Props of a record, as a table row or a list item. */
export type BonusRowProps = {
  readonly row: BonusTransaction
  /** Null where nothing explains the amount. */
  readonly onExplain: (() => void) | null
}

/** What tells rows apart: adjustments have numbers of their own. Source: decisions D-165. */
export const rowKey = ({ bonusType, id }: BonusTransaction): string =>
  `${bonusType === ADJUSTMENT ? bonusType : 'record'} ${id}`

/** Opens the explanation of a row: that of its bonus, or of the bonus that an adjustment is about. Source: requirements ADJ-006. */
export const explaining = ({ recordId }: BonusTransaction, explain: (id: number) => void) =>
  recordId === null ? null : () => explain(recordId)

/** Full name of the buyer; null without an order. Source: requirements TRX-008. */
export const referralOf = ({
  referralFirstName,
  referralLastName,
}: BonusTransaction): string | null =>
  [referralFirstName, referralLastName].filter(Boolean).join(' ') || null

type GivenProps = Pick<BonusRowProps, 'row'> & { readonly reason: string }

/** Why a balance was adjusted, and the bonus that it is about. Source: requirements ADJ-006. */
export function Given({ row: { recordId }, reason }: GivenProps) {
  const { t } = useTranslation()
  return (
    <>
      <Reason text={reason} />
      {recordId !== null && (
        <span className="meta">{t('adjustments.record', { number: recordId })}</span>
      )}
    </>
  )
}

/** Source: requirements TRX-010. */
export const hasOrderAmount = ({ orderAmount }: BonusTransaction): boolean => isNonZero(orderAmount)

/** Depth of the buyer below the partner. Source: requirements TRX-009. */
export function LevelBadge({ level }: { level: number }) {
  const { t } = useTranslation()
  return (
    <span className="level" title={t('bonusHistory.levelOf', { level })}>
      {level}
    </span>
  )
}
