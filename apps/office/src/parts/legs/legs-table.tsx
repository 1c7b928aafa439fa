import { Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../lib/session/profile.ts'
import { Amount } from '../figures/amount.tsx'
import { isNonZero, remainder } from '../figures/eur.ts'
import type { LegFigures } from './leg-figures.ts'
import './legs.css'

type TableProps = { readonly figures: LegFigures; readonly title: string }

/** All legs with their turnover and counting turnover, and the sums. */
export function LegsTable({ figures: { all, total, counting }, title }: TableProps) {
  const { t } = useTranslation()
  const otherLegs = remainder(
    total,
    all.map(({ turnover }) => turnover),
  )
  return (
    <Table
      className="legs-table"
      isBare
      caption={title}
      columns={[
        { text: t('rule.partner') },
        { text: t('rule.turnover'), isFigure: true },
        { text: t('rule.countsEur'), isFigure: true },
      ]}
    >
      {all.map(({ place, turnover, counting: counts, ...leg }) => (
        <Row
          key={place}
          name={fullNameOf(leg) || t('common.noname')}
          detail={t('dashboard.legNone', { number: place })}
          turnover={turnover}
          counting={counts}
        />
      ))}
      {isNonZero(otherLegs) && (
        <Row name={t('dashboard.otherLegs')} turnover={otherLegs} counting={otherLegs} />
      )}
      <Row name={t('infinity.total')} turnover={total} counting={counting} isSum />
    </Table>
  )
}

type RowProps = {
  readonly name: string
  readonly detail?: string
  readonly turnover: string
  readonly counting: string
  readonly isSum?: boolean
}

function Row({ name, detail, turnover, counting, isSum = false }: RowProps) {
  return (
    <tr className={isSum ? 'bold' : undefined}>
      <th scope="row">
        <bdi>{name}</bdi>
        {detail !== undefined && <span className="caption block">{detail}</span>}
      </th>
      <td className="figure-cell">
        <Amount amount={turnover} currency="EUR" isBare />
      </td>
      <td className="figure-cell">
        <Amount amount={counting} currency="EUR" isBare />
      </td>
    </tr>
  )
}
