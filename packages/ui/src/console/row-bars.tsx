type Percent = `${number}%`

const percentOf = (value: number, most: number): Percent =>
  `${most <= 0 ? 0 : (100 * Math.max(0, value)) / most}%`

/** Small columns of a row's figures, the last one marked. For the eye alone: the figures stand in the same row. */
export function RowColumns({ values }: { values: readonly number[] }) {
  const most = Math.max(...values)
  return (
    <span className="row-columns" aria-hidden="true">
      {values.map((value, at) => (
        <i key={at} style={{ blockSize: percentOf(value, most) }} />
      ))}
    </span>
  )
}

/** A bar from zero; `most` is the longest of the table. For the eye alone: the figure stands in the same row. */
export function RowBar({ value, most }: { value: number; most: number }) {
  return (
    <span className="row-bar" aria-hidden="true">
      <i style={{ inlineSize: percentOf(value, most) }} />
    </span>
  )
}

type TwoWayBarProps = {
  /** Both from 0 upwards. */
  less: number
  more: number
  /** The longest of the table. */
  most: number
}

/** Losses before a line and gains behind it. For the eye alone: both figures stand in the same row. */
export function TwoWayBar({ less, more, most }: TwoWayBarProps) {
  return (
    <span className="two-way-bar" aria-hidden="true">
      <span>
        <i style={{ inlineSize: percentOf(less, most) }} />
      </span>
      <span>
        <i style={{ inlineSize: percentOf(more, most) }} />
      </span>
    </span>
  )
}
