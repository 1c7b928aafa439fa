import type { ChartColumn } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { amountText, countText } from '../lib/figures.ts'

/** What a column shows of its time: whether it still runs, and whether it is the chosen one. */
type Row = Pick<ChartColumn, 'isOpen' | 'isChosen'>

/** What the buttons and the legend of a chart say. */
export function useChartTexts() {
  const { t } = useTranslation()
  return {
    showTable: t('charts.showTable'),
    showCharts: t('charts.showCharts'),
    open: t('charts.open'),
  }
}

/** A series with the words that name its highest and its last figure. */
export function useSeries() {
  const { t } = useTranslation()
  return (name: string, columns: readonly ChartColumn[]) => {
    const last = columns.at(-1)
    const highest = columns.reduce<ChartColumn | undefined>(
      (found, column) => (found === undefined || column.value > found.value ? column : found),
      undefined,
    )
    if (last === undefined || highest === undefined || highest.value === 0) {
      return { name, columns, summary: t('charts.none') }
    }
    const summary = t(last.isOpen ? 'charts.summaryOpen' : 'charts.summary', {
      highest: highest.text,
      at: highest.label,
      last: last.text,
      lastAt: last.label,
    })
    return { name, columns, summary }
  }
}

/** A column of a count. */
export const countColumn = (label: string, row: Row, count: number): ChartColumn => ({
  label,
  value: count,
  text: countText(count),
  ...row,
})

/** A column of an amount. The height is its nearest number; its figure is exact. */
export const amountColumn = (
  label: string,
  row: Row,
  { amount, currency }: { readonly amount: string; readonly currency: string },
): ChartColumn => ({ label, value: Number(amount), text: amountText(amount, currency), ...row })
