import type { BonusTransaction } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/formats/use-format.ts'
import { BonusAmount } from '../../parts/bonus/bonus-amount.tsx'
import { MonthLine } from '../../parts/bonus/booked-month.tsx'
import { BonusChip } from '../../parts/bonus/bonus-chip.tsx'
import { Moment } from '../../parts/figures/moment.tsx'
import {
  type BonusRowProps,
  explaining,
  Given,
  hasOrderAmount,
  LevelBadge,
  referralOf,
  rowKey,
} from './bonus-row.tsx'

type BonusListProps = {
  readonly rows: readonly BonusTransaction[]
  readonly onExplain: (id: number) => void
}

/** The history as a list, for windows too narrow for the table. Source: requirements TRX-006 to TRX-012. */
export function BonusList({ rows, onExplain }: BonusListProps) {
  const { t } = useTranslation()
  return (
    <ul className="card flush list bonus-list" aria-label={t('bonusHistory.title')}>
      {rows.map((row) => (
        <Item key={rowKey(row)} row={row} onExplain={explaining(row, onExplain)} />
      ))}
    </ul>
  )
}

function Item({ row, onExplain }: BonusRowProps) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  const { orderId, level, bonusType, orderAmount, reason } = row
  const referral = referralOf(row)
  return (
    <li className="stack gap-1">
      <div className="in-row between wrap">
        <BonusAmount record={row} onExplain={onExplain} />
        <span className="to-end">
          <BonusChip kind={bonusType} />
          <MonthLine record={row} />
        </span>
      </div>
      <div className="in-row between wrap meta">
        <Moment at={row.paidAt} />
        {orderId > 0 && <span>{t('bonusHistory.orderNumber', { number: orderId })}</span>}
      </div>
      {reason !== null && (
        <div>
          <Given row={row} reason={reason} />
        </div>
      )}
      <div className="in-row between wrap meta">
        <span className="in-row">
          {referral !== null && <bdi>{referral}</bdi>}
          {level > 0 && <LevelBadge level={level} />}
        </span>
        {hasOrderAmount(row) && (
          <span>{t('bonusHistory.orderOf', { amount: amountText(orderAmount, 'EUR') })}</span>
        )}
      </div>
    </li>
  )
}
