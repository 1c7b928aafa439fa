import { useTranslation } from 'react-i18next'

import { monthShown } from '../../../lib/formats.ts'
import { useLocale } from '../../../lib/locale.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Amount } from '../../../parts/figures/amount.tsx'
import { drawnPercent } from '../../../parts/figures/eur.ts'
import type { MonthChart, MonthRow } from './month-chart.ts'
import { useKindName } from './use-kind-name.ts'

type BarsProps = { readonly chart: MonthChart }

/** A row of bars for each type, all to one scale. Rows have names instead of colours. */
export function MonthBars({ chart }: BarsProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { amountText } = useFormat()
  const { months, rows, scale } = chart
  return (
    <div className="stack g3">
      <ul className="stack g4">
        {rows.map((row) => (
          <KindBars key={row.kind ?? ''} row={row} chart={chart} />
        ))}
      </ul>
      <p className="month-ends cap">
        <span>{monthShown(months[0]!, locale)}</span>
        <span>{monthShown(months.at(-1)!, locale)}</span>
      </p>
      <p className="meta">{t('bonusMonths.scale', { amount: amountText(scale, 'EUR') })}</p>
    </div>
  )
}

function KindBars({ row, chart }: BarsProps & { readonly row: MonthRow }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { amountText } = useFormat()
  const name = useKindName()(row.kind)
  const { months, scale } = chart
  return (
    <li className="month-row">
      <span className={row.kind === null ? 'b' : 'med'}>{name}</span>
      <span className="end">
        <Amount amount={row.total} currency="EUR" />
      </span>
      <div
        className={row.kind === null ? 'month-bars all' : 'month-bars'}
        role="img"
        aria-label={t('bonusMonths.row', { kind: name, amount: amountText(row.total, 'EUR') })}
      >
        {months.map((month, at) => (
          <span
            key={month}
            title={t('bonusMonths.bar', {
              month: monthShown(month, locale),
              amount: amountText(row.amounts[at]!, 'EUR'),
            })}
          >
            <i style={{ blockSize: `${Math.max(0, drawnPercent(row.amounts[at]!, scale))}%` }} />
          </span>
        ))}
      </div>
    </li>
  )
}
