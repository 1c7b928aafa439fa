import type { ReactNode } from 'react'

type SectionProps = { readonly title: string; readonly children: ReactNode }

/** The states of one component. */
export function Section({ title, children }: SectionProps) {
  return (
    <section className="card stack g4" aria-label={title}>
      <h2 className="h2">{title}</h2>
      {children}
    </section>
  )
}
