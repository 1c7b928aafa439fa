import { Money } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../lib/profile.ts'
import { useFormat } from '../../lib/use-format.ts'
import { remainder } from '../rank/rank-figures.ts'
import type { LegFigures } from './leg-figures.ts'
import './legs.css'

type TableProps = { readonly figures: LegFigures; readonly title: string }

/** Every leg with its turnover and what of it counts, down to their sums. */
export function LegsTable({ figures: { all, total, counting }, title }: TableProps) {
  const { t } = useTranslation()
  const untold = remainder(
    total,
    all.map(({ turnover }) => turnover),
  )
  return (
    <table className="tbl bare legs-table">
      <caption className="sr">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('rule.partner')}</th>
          <th scope="col" className="n">
            {t('rule.turnover')}
          </th>
          <th scope="col" className="n">
            {t('rule.countsEur')}
          </th>
        </tr>
      </thead>
      <tbody>
        {all.map(({ place, turnover, counting: counts, ...leg }) => (
          <Row
            key={place}
            name={fullNameOf(leg) || t('common.noname')}
            detail={t('dashboard.legNone', { number: place })}
            turnover={turnover}
            counting={counts}
          />
        ))}
        {/[1-9]/.test(untold) && (
          <Row name={t('dashboard.otherLegs')} turnover={untold} counting={untold} />
        )}
        <Row name={t('infinity.total')} turnover={total} counting={counting} isSum />
      </tbody>
    </table>
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
    <tr className={isSum ? 'b' : undefined}>
      <th scope="row">
        <bdi>{name}</bdi>
        {detail !== undefined && <span className="cap block">{detail}</span>}
      </th>
      <Amount amount={turnover} />
      <Amount amount={counting} />
    </tr>
  )
}

function Amount({ amount }: { readonly amount: string }) {
  const format = useFormat()
  const { whole, fraction } = format.amount(amount, 'EUR')
  return (
    <td className="n">
      <Money whole={whole} fraction={fraction} />
    </td>
  )
}
