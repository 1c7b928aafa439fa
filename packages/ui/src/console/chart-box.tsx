import { useState } from 'react'

import { Button } from '../button.tsx'
import { Box } from './box.tsx'
import { type ChartColumn, ColumnChart, hasColumns } from './column-chart.tsx'

type Series = {
  readonly name: string
  readonly summary: string
  /** The same labels in every series. */
  readonly columns: readonly ChartColumn[]
}

type ChartBoxProps = {
  title: string
  series: readonly Series[]
  /** Head of the labels: "Day". */
  labelHead: string
  /** Where there is nothing to draw. */
  empty: string
  texts: {
    readonly showTable: string
    readonly showCharts: string
    /** Legend of a pale column. */
    readonly open: string
    /** Legend of a dark column. */
    readonly chosen?: string
  }
}

/** Small charts beside each other, one for each series, and all their numbers as one table in their place. */
export function ChartBox({ title, series, labelHead, empty, texts }: ChartBoxProps) {
  const [isTable, setTable] = useState(false)
  const isEmpty = !series.some(({ columns }) => hasColumns(columns))
  const has = (mark: 'isOpen' | 'isChosen') =>
    series.some(({ columns }) => columns.some((column) => column[mark]))
  const isChosen = texts.chosen !== undefined && has('isChosen')
  return (
    <Box
      title={title}
      isFlush
      actions={
        !isEmpty && (
          <Button size="sm" variant="ghost" onClick={() => setTable(!isTable)}>
            {isTable ? texts.showCharts : texts.showTable}
          </Button>
        )
      }
      foot={
        !isEmpty &&
        (isChosen || has('isOpen')) && (
          <>
            {isChosen && <span className="chart-key chosen">{texts.chosen}</span>}
            {has('isOpen') && <span className="chart-key">{texts.open}</span>}
          </>
        )
      }
    >
      {isEmpty ? (
        <p className="no-chart">{empty}</p>
      ) : isTable ? (
        <NumbersTable caption={title} labelHead={labelHead} series={series} chosen={texts.chosen} />
      ) : (
        <div className="chart-grid">
          {series.map(({ name, summary, columns }) => (
            <ColumnChart key={name} title={name} summary={summary} columns={columns} />
          ))}
        </div>
      )}
    </Box>
  )
}

type NumbersTableProps = Pick<ChartBoxProps, 'labelHead' | 'series'> & {
  caption: string
  chosen: string | undefined
}

function NumbersTable({ caption, labelHead, series, chosen }: NumbersTableProps) {
  const [first] = series
  return (
    <div className="chart-numbers" role="region" aria-label={caption} tabIndex={0}>
      <table className="data-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{labelHead}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="figure-cell">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first?.columns.map(({ label, isChosen }, at) => (
            <tr key={label}>
              <th scope="row">
                {label}
                {isChosen && chosen && <span className="caption"> {chosen}</span>}
              </th>
              {series.map(({ name, columns }) => (
                <td key={name} className="figure-cell">
                  {columns[at]!.text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
