import { type ReactNode, useId } from 'react'

type LabelCardProps = {
  readonly title: string
  /** At the end of the title's line. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** A card of a figure: its title is a small label. */
export function LabelCard({ title, end, children }: LabelCardProps) {
  const id = useId()
  return (
    <section className="card stack gap-3" aria-labelledby={id}>
      <div className="in-row between wrap">
        <h2 className="label" id={id}>
          {title}
        </h2>
        {end}
      </div>
      {children}
    </section>
  )
}
