import { classes } from '../classes.ts'

export type ChartColumn = {
  readonly label: string
  readonly value: number
  /** What the column is compared with: a tick. */
  readonly compared?: number
  /** The running hour, day or month: pale with an edge. */
  readonly isOpen?: boolean
}

type ColumnChartProps = {
  /** What is shown, for screen readers. */
  caption: string
  columns: readonly ChartColumn[]
  /** Heads of the table of the same numbers. */
  heads: { readonly label: string; readonly value: string; readonly compared?: string }
  format: (value: number) => string
}

const WIDTH = 12
const GAP = 2
const HEIGHT = 100

/** Columns from zero, without breaks or smoothing, and the same numbers as a table for screen readers. */
export function ColumnChart({ caption, columns, heads, format }: ColumnChartProps) {
  const most = Math.max(1, ...columns.flatMap(({ value, compared = 0 }) => [value, compared]))
  const first = columns[0]?.label
  const last = columns.at(-1)?.label
  return (
    <figure className="column-chart">
      <svg
        viewBox={`0 0 ${columns.length * (WIDTH + GAP)} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {columns.map((column, at) => (
          <Column key={column.label} {...column} at={at} most={most} />
        ))}
      </svg>
      <div className="chart-axis" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </div>
      <div className="visually-hidden">
        <NumbersTable caption={caption} columns={columns} heads={heads} format={format} />
      </div>
    </figure>
  )
}

function Column({ value, compared, isOpen, at, most }: ChartColumn & { at: number; most: number }) {
  const x = at * (WIDTH + GAP) + GAP / 2
  const height = (value / most) * HEIGHT
  return (
    <>
      <rect
        className={classes('chart-column', isOpen && 'still-open')}
        x={x}
        y={HEIGHT - height}
        width={WIDTH}
        height={height}
      />
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

function NumbersTable({ caption, columns, heads, format }: ColumnChartProps) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heads.label}</th>
          <th scope="col">{heads.value}</th>
          {heads.compared !== undefined && <th scope="col">{heads.compared}</th>}
        </tr>
      </thead>
      <tbody>
        {columns.map(({ label, value, compared }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{format(value)}</td>
            {heads.compared !== undefined && (
              <td>{compared === undefined ? '–' : format(compared)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
