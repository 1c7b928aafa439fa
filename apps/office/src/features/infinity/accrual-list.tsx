import type { InfinityAccrual } from '@partner-office/contracts'
import { Avatar, Money } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useFormat } from '../../lib/use-format.ts'
import { coinsOf } from '../../parts/infinity/coins-of.ts'
import { shareText } from '../../parts/rank/percent-text.ts'
import { AccrualDate, referralOf } from './accrual-parts.tsx'

/** The accruals where a table does not fit. Source: requirements INF-017, INF-021, INF-022. */
export function AccrualList({ rows }: { readonly rows: readonly InfinityAccrual[] }) {
  const { t } = useTranslation()
  return (
    <ul className="card flush list" aria-label={t('infinity.accruals')}>
      {rows.map((row) => (
        <Item key={row.orderId} row={row} />
      ))}
    </ul>
  )
}

function Item({ row }: { readonly row: InfinityAccrual }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { orderId, level, bonusPercent, orderAmount, orderCurrency, bonusAmounts } = row
  const name = referralOf(row) || t('common.noname')
  return (
    <li className="stack g1">
      <div className="row between top wrap">
        <span className="row">
          <Avatar name={name} />
          <bdi className="med">{name}</bdi>
          <span className="lvl" title={t('infinity.lineOf', { line: level })}>
            {level}
          </span>
        </span>
        <span className="end push">
          {coinsOf([bonusAmounts]).map((coin) => (
            <span key={coin} className="block">
              <Money {...format.amount(bonusAmounts[coin]!, coin)} />
            </span>
          ))}
        </span>
      </div>
      <div className="row between wrap meta">
        <span>
          {t('infinity.shareOf', {
            percent: shareText(bonusPercent, format.style),
            amount: format.amountText(orderAmount, orderCurrency),
          })}
        </span>
        <AccrualDate at={row.accruedAt} />
      </div>
      <p className="cap">{t('infinity.orderNumber', { number: orderId })}</p>
    </li>
  )
}
