import type { ReactNode } from 'react'

export type StripFigure = {
  readonly label: string
  /** A link to the list that the figure counts, where there is one. */
  readonly value: ReactNode
  /** What it counts, and as of when. */
  readonly detail?: ReactNode
}

/** A row of figures, each with what it counts. */
export function FigureStrip({ figures }: { figures: readonly StripFigure[] }) {
  return (
    <dl className="figure-strip">
      {figures.map(({ label, value, detail }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="strip-value">{value}</dd>
          {detail && <dd className="caption">{detail}</dd>}
        </div>
      ))}
    </dl>
  )
}
