import type { ReactNode } from 'react'

type SectionProps = { readonly title: string; readonly children: ReactNode }

/** The states of one component. */
export function Section({ title, children }: SectionProps) {
  return (
    <section className="card stack gap-4" aria-label={title}>
      <h2 className="heading-2">{title}</h2>
      {children}
    </section>
  )
}
