import '../bonuses.css'

type RingProps = {
  /** Percents of a full circle, the inner ring first. */
  readonly percents: readonly number[]
  /** Side of the square drawing, in units of the drawing. */
  readonly size: number
  readonly radius: number
  readonly step: number
  readonly width: number
  /** Index of the highlighted ring; null highlights all. */
  readonly shown?: number | null
}

/** Rings drawn to scale, from the top in the reading direction. */
export function Ring({ percents, size, radius, step, width, shown = null }: RingProps) {
  const centre = size / 2
  return (
    <g className="ring" strokeWidth={width} fill="none">
      {percents.map((percent, at) => {
        const r = radius + at * step
        const round = 2 * Math.PI * r
        const circle = { cx: centre, cy: centre, r }
        return (
          <g key={r} className={shown === null || shown === at ? undefined : 'quiet'}>
            <circle className="ring-track" {...circle} />
            <circle
              className="ring-arc"
              {...circle}
              strokeDasharray={`${(round * percent) / 100} ${round}`}
              transform={`rotate(-90 ${centre} ${centre})`}
            />
          </g>
        )
      })}
    </g>
  )
}
