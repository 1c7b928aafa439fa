import type { BonusTransaction } from '@partner-office/contracts'
import { Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { BonusAmount } from '../../parts/bonus/bonus-amount.tsx'
import { MonthLine } from '../../parts/bonus/booked-month.tsx'
import { BonusChip } from '../../parts/bonus/bonus-chip.tsx'
import { Amount } from '../../parts/figures/amount.tsx'
import { Dash } from '../../parts/figures/dash.tsx'
import { Moment } from '../../parts/figures/moment.tsx'
import {
  type BonusRowProps,
  explaining,
  hasOrderAmount,
  LevelBadge,
  Given,
  referralOf,
  rowKey,
} from './bonus-row.tsx'
import type { BonusFiltersState } from './use-bonus-filters.ts'

type BonusTableProps = {
  readonly rows: readonly BonusTransaction[]
  readonly state: BonusFiltersState
}

/** The history as a table. Source: requirements TRX-006 to TRX-013. */
export function BonusTable({ rows, state }: BonusTableProps) {
  const { t } = useTranslation()
  const { filters, change, explain } = state
  const isNewest = filters.sort === 'paidAt|desc'
  const turn = () => change({ sort: isNewest ? 'paidAt|asc' : 'paidAt|desc' })
  const sort = { direction: isNewest ? 'descending' : 'ascending', turn } as const
  return (
    <div className="card flush">
      <Table
        className="bonus-table"
        caption={t('bonusHistory.title')}
        columns={[
          { text: t('bonusHistory.date'), sort },
          { text: t('bonusHistory.kind') },
          { text: t('rule.partner') },
          { text: t('bonusHistory.level') },
          { text: t('bonusHistory.order') },
          { text: t('bonusHistory.orderAmount'), isFigure: true },
          { text: t('bonusHistory.amount'), isFigure: true },
        ]}
      >
        {rows.map((row) => (
          <Row key={rowKey(row)} row={row} onExplain={explaining(row, explain)} />
        ))}
      </Table>
    </div>
  )
}

function Row({ row, onExplain }: BonusRowProps) {
  return (
    <tr>
      <td>
        <Moment at={row.paidAt} />
      </td>
      <td>
        <BonusChip kind={row.bonusType} />
        <MonthLine record={row} />
      </td>
      {row.reason === null ? (
        <OrderCells row={row} />
      ) : (
        <td colSpan={4}>
          <Given row={row} reason={row.reason} />
        </td>
      )}
      <td className="figure-cell">
        <BonusAmount record={row} onExplain={onExplain} />
      </td>
    </tr>
  )
}

/** The order of a bonus. Source: requirements TRX-008 to TRX-010. */
function OrderCells({ row }: Pick<BonusRowProps, 'row'>) {
  const { orderId, level, orderAmount } = row
  return (
    <>
      <td>
        <bdi className="medium-weight">{referralOf(row) ?? <Dash />}</bdi>
      </td>
      <td>{level > 0 ? <LevelBadge level={level} /> : <Dash />}</td>
      <td className="digits">{orderId > 0 ? orderId : <Dash />}</td>
      <td className="figure-cell">
        {hasOrderAmount(row) ? <Amount amount={orderAmount} currency="EUR" isBare /> : <Dash />}
      </td>
    </>
  )
}
