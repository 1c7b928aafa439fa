import type { ReactNode } from 'react'

/** A row of figures; two columns on a phone. */
export function Stats({ columns = 2, children }: { columns?: 2 | 3 | 4; children: ReactNode }) {
  return <dl className={`stats columns-${columns}`}>{children}</dl>
}

/** One figure of `Stats`. */
export function Stat({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export type KeyValue = { label: string; value: ReactNode; sum?: boolean }

/** Lines of a label and its value; `sum` marks a line that is the sum of others. */
export function KeyValues({ items }: { items: readonly KeyValue[] }) {
  return (
    <dl className="key-values">
      {items.map(({ label, value, sum }) => (
        <div key={label} className={sum ? 'sum-row' : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
