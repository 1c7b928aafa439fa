import { Loading } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { bonusMonthsQuery } from '../../../lib/queries/bonus-queries.ts'
import { useOffice } from '../../../lib/session/office.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { ChartOrTable } from '../../../parts/charts/chart-or-table.tsx'
import { isNonZero } from '../../../parts/figures/eur.ts'
import { MonthBars } from './month-bars.tsx'
import { type MonthChart, monthChart } from './month-chart.ts'
import { MonthTable } from './month-table.tsx'
import './months.css'

/** The caller's bonuses of twelve months by kind. Their error stands in the one message of the page. Source: requirements BON-008. */
export function MonthsCard() {
  const { api } = useOffice()
  const months = useQuery(bonusMonthsQuery(api))
  if (months.isPending) return <Loading placeholder={320} />
  if (months.data === undefined) return null
  return (
    <section className="card stack gap-4" aria-labelledby="bonus-months">
      <Months chart={monthChart(months.data)} />
    </section>
  )
}

function Months({ chart }: { readonly chart: MonthChart }) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  if (chart.rows.length === 0) {
    return (
      <>
        <h2 className="heading-2" id="bonus-months">
          {t('bonusMonths.title')}
        </h2>
        <p className="subdued">{t('bonusMonths.none')}</p>
      </>
    )
  }
  return (
    <>
      <ChartOrTable
        title={t('bonusMonths.title')}
        id="bonus-months"
        chart={<MonthBars chart={chart} />}
        table={<MonthTable chart={chart} />}
      />
      <p className="meta">{t('bonusMonths.hint')}</p>
      {isNonZero(chart.win) && (
        <p className="meta">{t('bonusMonths.win', { amount: amountText(chart.win, 'WIN') })}</p>
      )}
    </>
  )
}
