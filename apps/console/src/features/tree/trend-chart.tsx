import type { TreeTrend } from '@partner-office/contracts'
import { monthStart } from '@partner-office/domain'
import { ChartBox } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { monthText } from '../../lib/instants.ts'
import { amountColumn, countColumn, useChartTexts, useSeries } from '../../parts/chart-series.ts'

type TrendChartProps = { readonly trend: UseQueryResult<TreeTrend>; readonly day: string }

/** The team at the end of each month; the month of the day is dark. */
export function TrendChart({ trend, day }: TrendChartProps) {
  return (
    <Loaded query={trend} placeholder={186} isCard>
      {({ months }) => <Chart months={months} day={day} />}
    </Loaded>
  )
}

type ChartProps = Pick<TreeTrend, 'months'> & { readonly day: string }

function Chart({ months, day }: ChartProps) {
  const { t } = useTranslation()
  const series = useSeries()
  const texts = useChartTexts()
  const month = monthStart(Date.parse(day))
  const rowOf = ({ at }: ChartProps['months'][number]) => ({
    isOpen: at === months.at(-1)!.at,
    isChosen: at === month,
  })
  return (
    <ChartBox
      title={t('tree.trend.title')}
      labelHead={t('charts.months.head')}
      empty={t('tree.trend.none')}
      texts={{ ...texts, chosen: t('tree.trend.chosen') }}
      series={[
        series(
          t('tree.trend.teamTurnover'),
          months.map((one) =>
            amountColumn(monthText(one.at), rowOf(one), {
              amount: one.teamTurnover,
              currency: 'EUR',
            }),
          ),
        ),
        series(
          t('tree.trend.teamSize'),
          months.map((one) => countColumn(monthText(one.at), rowOf(one), one.teamSize)),
        ),
      ]}
    />
  )
}
