import { Loader, Skeleton } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { bonusMonthsQuery } from '../../../lib/bonus-queries.ts'
import { useOffice } from '../../../lib/office.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { ChartOrTable } from '../../../parts/charts/chart-or-table.tsx'
import { MonthBars } from './month-bars.tsx'
import { type MonthChart, monthChart } from './month-chart.ts'
import { MonthTable } from './month-table.tsx'
import './months.css'

/** The own bonuses of twelve months by kind; that they did not come, the page says in one place. Source: requirements BON-008. */
export function MonthsCard() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { data, isPending } = useQuery(bonusMonthsQuery(api))
  if (isPending) {
    return (
      <Loader label={t('common.loading')}>
        <Skeleton height={320} />
      </Loader>
    )
  }
  if (data === undefined) return null
  return (
    <section className="card stack g4" aria-labelledby="bonus-months">
      <Months chart={monthChart(data)} />
    </section>
  )
}

function Months({ chart }: { readonly chart: MonthChart }) {
  const { t } = useTranslation()
  const { amountText } = useFormat()
  if (chart.rows.length === 0) {
    return (
      <>
        <h2 className="h2" id="bonus-months">
          {t('bonusMonths.title')}
        </h2>
        <p className="dim">{t('bonusMonths.none')}</p>
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
      {/[1-9]/.test(chart.win) && (
        <p className="meta">{t('bonusMonths.win', { amount: amountText(chart.win, 'WIN') })}</p>
      )}
    </>
  )
}
