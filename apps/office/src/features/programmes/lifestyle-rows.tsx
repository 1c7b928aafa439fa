import { Chip, Gem, Money } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { rankNameKey } from '../../lib/ranks.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useWindowClass } from '../../lib/window-class.ts'
import { Dash } from '../../parts/rank/dash.tsx'
import type { LifestyleRow } from './lifestyle-query.ts'

type RowsProps = {
  readonly rows: readonly LifestyleRow[]
  /** The rank whose row is paid. */
  readonly current: string | null
}

/** All rows of lifestyle: a table, where that does not fit a list. Source: requirements XBO-005. */
export function LifestyleRows({ rows, current }: RowsProps) {
  const isTable = useWindowClass() === 'desktop'
  return isTable ? (
    <Table rows={rows} current={current} />
  ) : (
    <ul className="list">
      {rows.map((row) => (
        <Item key={row.rang} row={row} isCurrent={row.rang === current} />
      ))}
    </ul>
  )
}

function Table({ rows, current }: RowsProps) {
  const { t } = useTranslation()
  const { amount } = useFormat()
  return (
    <table className="tbl">
      <caption className="sr">{t('programmes.requirements')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('rank.rank')}</th>
          <th scope="col" className="n">
            {t('programmes.targetEur')}
          </th>
          <th scope="col" className="n">
            {t('programmes.gives')}
          </th>
          <th scope="col" className="n">
            {t('rank.state')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { whole, fraction } = amount(row.targetTurnover, 'EUR')
          return (
            <tr key={row.rang} aria-current={row.rang === current || undefined}>
              <th scope="row">
                <RowRank row={row} />
              </th>
              <td className="n">
                <Money whole={whole} fraction={fraction} />
              </td>
              <td className="n">
                <Money {...amount(row.amount, row.currency)} />
              </td>
              <td className="n">
                <RowChip row={row} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type ItemProps = { readonly row: LifestyleRow; readonly isCurrent: boolean }

function Item({ row, isCurrent }: ItemProps) {
  const { t } = useTranslation()
  const { amount, amountText } = useFormat()
  return (
    <li className="stack g1" aria-current={isCurrent || undefined}>
      <div className="row between wrap">
        <RowRank row={row} />
        <Money {...amount(row.amount, row.currency)} />
      </div>
      <div className="row between wrap meta">
        <span>{t('rank.turnoverOf', { amount: amountText(row.targetTurnover, 'EUR') })}</span>
        <RowChip row={row} />
      </div>
    </li>
  )
}

type RowProps = { readonly row: LifestyleRow }

function RowRank({ row: { rang } }: RowProps) {
  const { t } = useTranslation()
  return (
    <span className="row g3">
      <Gem code={rang} size={24} />
      <span className="med">{t(rankNameKey(rang))}</span>
    </span>
  )
}

function RowChip({ row: { status, isReachable } }: RowProps) {
  const { t } = useTranslation()
  if (status === 'reached') {
    return (
      <Chip tone="green" icon="done">
        {t('programmes.reached')}
      </Chip>
    )
  }
  if (!isReachable) {
    return (
      <Chip tone="grey-stroke" icon="lock">
        {t('programmes.locked')}
      </Chip>
    )
  }
  return status === 'next' ? <Chip tone="orange">{t('rank.next')}</Chip> : <Dash />
}
