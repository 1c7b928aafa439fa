import { KeyValues, Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { monthShown } from '../../../lib/formats/formats.ts'
import { useLocale } from '../../../lib/formats/locale.ts'
import { useWindowClass } from '../../../lib/browser/window-class.ts'
import { Amount } from '../../../parts/figures/amount.tsx'
import type { MonthChart } from './month-chart.ts'
import { useKindName } from './use-kind-name.ts'

type TableProps = { readonly chart: MonthChart }

/** Most columns that fit beside the months. */
const MOST_COLUMNS = 7

/** The months as figures, the newest first: a table where it fits, else a list. */
export function MonthTable({ chart }: TableProps) {
  const isTable = useWindowClass() === 'desktop' && chart.rows.length <= MOST_COLUMNS
  return isTable ? <ChartTable chart={chart} /> : <List chart={chart} />
}

/** Months with their index in the chart, the newest first. */
const newestFirst = ({ months }: MonthChart): readonly (readonly [month: number, at: number])[] =>
  months.map((month, at) => [month, at] as const).toReversed()

function ChartTable({ chart }: TableProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useKindName()
  return (
    <Table
      isBare
      caption={t('bonusMonths.caption')}
      columns={[
        { text: t('infinity.month') },
        ...chart.rows.map(({ kind }) => ({ text: nameOf(kind), isFigure: true })),
      ]}
    >
      {newestFirst(chart).map(([month, at]) => (
        <tr key={month}>
          <th scope="row">{monthShown(month, locale)}</th>
          {chart.rows.map(({ kind, amounts }) => (
            <td key={kind ?? ''} className="figure-cell">
              <Amount amount={amounts[at]!} currency="EUR" isBare />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

function List({ chart }: TableProps) {
  const locale = useLocale()
  const nameOf = useKindName()
  return (
    <ul className="stack gap-4">
      {newestFirst(chart).map(([month, at]) => (
        <li key={month}>
          <h3 className="heading-3">{monthShown(month, locale)}</h3>
          <KeyValues
            items={chart.rows.map(({ kind, amounts }) => ({
              label: nameOf(kind),
              value: <Amount amount={amounts[at]!} currency="EUR" />,
              sum: kind === null,
            }))}
          />
        </li>
      ))}
    </ul>
  )
}
