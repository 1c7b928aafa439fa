import type { BonusTransaction } from '@partner-office/contracts'
import { Icon } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { BonusAmount } from '../../parts/bonus/bonus-amount.tsx'
import { MonthLine } from '../../parts/bonus/booked-month.tsx'
import { BonusChip } from '../../parts/bonus/bonus-chip.tsx'
import { Amount } from '../../parts/figures/amount.tsx'
import { Dash } from '../../parts/figures/dash.tsx'
import { Moment } from '../../parts/figures/moment.tsx'
import { type BonusRowProps, hasOrderAmount, LevelBadge, referralOf } from './bonus-row.tsx'
import type { BonusFiltersState } from './use-bonus-filters.ts'

type BonusTableProps = {
  readonly rows: readonly BonusTransaction[]
  readonly state: BonusFiltersState
}

/** The history as a table. Source: requirements TRX-006 to TRX-013. */
export function BonusTable({ rows, state }: BonusTableProps) {
  const { t } = useTranslation()
  return (
    <div className="card flush">
      <table className="tbl bonus-table">
        <caption className="sr">{t('bonusHistory.title')}</caption>
        <thead>
          <tr>
            <DateHead state={state} />
            <th scope="col">{t('bonusHistory.kind')}</th>
            <th scope="col">{t('rule.partner')}</th>
            <th scope="col">{t('bonusHistory.level')}</th>
            <th scope="col">{t('bonusHistory.order')}</th>
            <th scope="col" className="n">
              {t('bonusHistory.orderAmount')}
            </th>
            <th scope="col" className="n">
              {t('bonusHistory.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} onExplain={() => state.explain(row.id)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Source: requirements TRX-013. */
function DateHead({ state: { filters, change } }: Pick<BonusTableProps, 'state'>) {
  const { t } = useTranslation()
  const isNewest = filters.sort === 'paidAt|desc'
  return (
    <th scope="col" aria-sort={isNewest ? 'descending' : 'ascending'}>
      <button
        type="button"
        className="bonus-sort"
        onClick={() => change({ sort: isNewest ? 'paidAt|asc' : 'paidAt|desc' })}
      >
        {t('bonusHistory.date')}
        <Icon name={isNewest ? 'descending' : 'ascending'} size={14} />
      </button>
    </th>
  )
}

function Row({ row, onExplain }: BonusRowProps) {
  const { orderId, level, bonusType, orderAmount } = row
  return (
    <tr>
      <td>
        <Moment at={row.paidAt} />
      </td>
      <td>
        <BonusChip kind={bonusType} />
        <MonthLine record={row} />
      </td>
      <td>
        <bdi className="med">{referralOf(row) ?? <Dash />}</bdi>
      </td>
      <td>{level > 0 ? <LevelBadge level={level} /> : <Dash />}</td>
      <td className="num">{orderId > 0 ? orderId : <Dash />}</td>
      <td className="n">
        {hasOrderAmount(row) ? <Amount amount={orderAmount} currency="EUR" isBare /> : <Dash />}
      </td>
      <td className="n">
        <BonusAmount record={row} onExplain={onExplain} />
      </td>
    </tr>
  )
}
