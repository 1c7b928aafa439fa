import { useId } from 'react'

import { classes } from '../classes.ts'

export type ChartColumn = {
  readonly label: string
  /** The height; the exact figure is `text`. */
  readonly value: number
  readonly text: string
  /** What the column is compared with: a tick. */
  readonly compared?: number
  /** The running hour, day or month: pale with an edge. */
  readonly isOpen?: boolean
  /** The one that the page is about: dark. */
  readonly isChosen?: boolean
}

type ColumnChartProps = {
  title: string
  /** Names the highest and the last figure; in place of columns where nothing is to be drawn. */
  summary: string
  columns: readonly ChartColumn[]
}

const WIDTH = 12
const GAP = 2
const HEIGHT = 100
/** Few columns are no wider than the columns of this many. */
const LEAST_COLUMNS = 12

/** Whether there is anything to draw. */
export const hasColumns = (columns: readonly ChartColumn[]): boolean =>
  columns.some(({ value, compared = 0 }) => value !== 0 || compared !== 0)

/** Columns from zero, without breaks or smoothing. Its figures stand in the table beside it. */
export function ColumnChart({ title, summary, columns }: ColumnChartProps) {
  const titleId = useId()
  return (
    <figure className="column-chart" aria-labelledby={titleId}>
      <figcaption>
        <span className="chart-title" id={titleId}>
          {title}
        </span>
        <span className="caption">{summary}</span>
      </figcaption>
      {hasColumns(columns) && <Columns columns={columns} />}
    </figure>
  )
}

function Columns({ columns }: Pick<ColumnChartProps, 'columns'>) {
  const most = Math.max(...columns.flatMap(({ value, compared = 0 }) => [value, compared]))
  const room = Math.max(columns.length, LEAST_COLUMNS)
  return (
    <>
      <svg
        viewBox={`0 0 ${room * (WIDTH + GAP)} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {columns.map((column, at) => (
          <Column key={column.label} {...column} at={at} most={most} />
        ))}
      </svg>
      <div className="chart-axis" aria-hidden="true">
        <span>{columns[0]!.label}</span>
        {columns.length === room && <span>{columns.at(-1)!.label}</span>}
      </div>
    </>
  )
}

type ColumnProps = Omit<ChartColumn, 'label'> & {
  readonly label: string
  readonly at: number
  readonly most: number
}

function Column({ label, text, value, compared, isOpen, isChosen, at, most }: ColumnProps) {
  const x = at * (WIDTH + GAP) + GAP / 2
  const height = (Math.max(0, value) / most) * HEIGHT
  return (
    <>
      <rect
        className={classes('chart-column', isOpen && 'still-open', isChosen && 'chosen')}
        x={x}
        y={HEIGHT - height}
        width={WIDTH}
        height={height}
      >
        <title>{`${label}: ${text}`}</title>
      </rect>
      {compared !== undefined && (
        <line
          className="chart-tick"
          x1={x - 1}
          x2={x + WIDTH + 1}
          y1={HEIGHT - (compared / most) * HEIGHT}
          y2={HEIGHT - (compared / most) * HEIGHT}
        />
      )}
    </>
  )
}
