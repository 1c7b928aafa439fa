import { type CallReply, getTodayCharts } from '@partner-office/contracts'
import { ChartBox } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { monthText, shortDayText } from '../../lib/instants.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { amountColumn, countColumn, useChartTexts, useSeries } from '../../parts/chart-series.ts'

type Charts = CallReply<typeof getTodayCharts>
type ChartsProps = { readonly charts: Charts }

/** The charts of the start page. Source: requirements TOD-007, TOD-008. */
export function TodayCharts({ charts }: ChartsProps) {
  return (
    <div className="chart-boxes">
      <DayChart charts={charts} />
      <MonthChart charts={charts} />
      <PayoutChart charts={charts} />
      <CreditedChart charts={charts} />
    </div>
  )
}

function DayChart({ charts: { days } }: ChartsProps) {
  const { t } = useTranslation()
  const series = useSeries()
  const texts = useChartTexts()
  return (
    <ChartBox
      title={t('charts.days.title')}
      labelHead={t('charts.days.head')}
      empty={t('charts.days.none')}
      texts={texts}
      series={[
        series(
          t('charts.days.orders'),
          days.map((row) => countColumn(shortDayText(row.at), row, row.orders)),
        ),
        series(
          t('charts.days.turnover'),
          days.map((row) =>
            amountColumn(shortDayText(row.at), row, { amount: row.turnover, currency: 'EUR' }),
          ),
        ),
      ]}
    />
  )
}

function MonthChart({ charts: { months } }: ChartsProps) {
  const { t } = useTranslation()
  const series = useSeries()
  const texts = useChartTexts()
  return (
    <ChartBox
      title={t('charts.months.title')}
      labelHead={t('charts.months.head')}
      empty={t('charts.months.none')}
      texts={texts}
      series={[
        series(
          t('charts.months.newPartners'),
          months.map((row) => countColumn(monthText(row.at), row, row.newPartners)),
        ),
        series(
          t('charts.months.active'),
          months.map((row) => countColumn(monthText(row.at), row, row.active)),
        ),
      ]}
    />
  )
}

/** Each programme and currency has a chart of its own: their amounts have no common scale. */
function CreditedChart({ charts: { credited } }: ChartsProps) {
  const { t } = useTranslation()
  const series = useSeries()
  const texts = useChartTexts()
  const nameOf = useProgrammeName()
  const all = credited.flatMap(({ programmes }) => programmes)
  const kinds = new Map(all.map((one) => [`${one.programme} ${one.currency}`, one]))
  return (
    <ChartBox
      title={t('charts.credited.title')}
      labelHead={t('charts.months.head')}
      empty={t('charts.credited.none')}
      texts={texts}
      series={[...kinds.values()].map(({ programme, currency }) =>
        series(
          t('charts.credited.series', { programme: nameOf(programme), currency }),
          credited.map((row) => {
            const amount = row.programmes.find(
              (one) => one.programme === programme && one.currency === currency,
            )?.amount
            return amountColumn(monthText(row.at), row, { amount: amount ?? '0', currency })
          }),
        ),
      )}
    />
  )
}

const PAYOUT_STATES = ['sent', 'pending', 'rejected'] as const

function PayoutChart({ charts: { payouts } }: ChartsProps) {
  const { t } = useTranslation()
  const series = useSeries()
  const texts = useChartTexts()
  return (
    <ChartBox
      title={t('charts.payouts.title')}
      labelHead={t('charts.payouts.head')}
      empty={t('charts.payouts.none')}
      texts={texts}
      series={PAYOUT_STATES.map((state) =>
        series(
          t(`charts.payouts.${state}`),
          payouts.map((row) => countColumn(shortDayText(row.at), row, row[state])),
        ),
      )}
    />
  )
}
