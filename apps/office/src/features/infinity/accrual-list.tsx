import type { InfinityAccrual } from '@partner-office/contracts'
import { Avatar } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/formats/use-format.ts'
import { Moment } from '../../parts/figures/moment.tsx'
import { WhyButton } from '../../parts/bonus/why-button.tsx'
import { coinsOf } from '../../parts/coins/coins-of.ts'
import { Amount } from '../../parts/figures/amount.tsx'
import { shareText } from '../../parts/figures/percent-text.ts'
import { type AccrualsProps, CancelledLater, referralOf } from './accrual-parts.tsx'

/** The accruals as a list, for windows too narrow for the table. Source: requirements INF-017, INF-021, INF-022. */
export function AccrualList({ rows, onExplain }: AccrualsProps) {
  const { t } = useTranslation()
  return (
    <ul className="card flush list" aria-label={t('infinity.accruals')}>
      {rows.map((row) => (
        <Item key={row.orderId} row={row} onExplain={() => onExplain(row.orderId)} />
      ))}
    </ul>
  )
}

type ItemProps = {
  readonly row: InfinityAccrual
  readonly onExplain: () => void
}

function Item({ row, onExplain }: ItemProps) {
  const { t } = useTranslation()
  const { amountText, style } = useFormat()
  const { orderId, accruedAt, bonusPercent, orderAmount, orderCurrency } = row
  return (
    <li className="stack gap-1">
      <ItemHead row={row} onExplain={onExplain} />
      <div className="in-row between wrap meta">
        <span>
          {t('infinity.shareOf', {
            percent: shareText(bonusPercent, style),
            amount: amountText(orderAmount, orderCurrency),
          })}
        </span>
        <Moment at={accruedAt} />
      </div>
      <p className="in-row between wrap caption">
        {t('infinity.orderNumber', { number: orderId })}
        <CancelledLater row={row} />
      </p>
    </li>
  )
}

/** The buyer and their line, and what the order gives in each coin. */
function ItemHead({ row, onExplain }: ItemProps) {
  const { t } = useTranslation()
  const { level, bonusAmounts } = row
  const name = referralOf(row) || t('common.noname')
  return (
    <div className="in-row between from-top wrap">
      <span className="in-row">
        <Avatar name={name} />
        <bdi className="medium-weight">{name}</bdi>
        <span className="level" title={t('infinity.lineOf', { line: level })}>
          {level}
        </span>
      </span>
      <span className="to-end push">
        {coinsOf([bonusAmounts]).map((coin) => (
          <span key={coin} className="block">
            <WhyButton onExplain={onExplain}>
              <Amount amount={bonusAmounts[coin]!} currency={coin} />
            </WhyButton>
          </span>
        ))}
      </span>
    </div>
  )
}
