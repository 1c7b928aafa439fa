import type { ReactNode } from 'react'

type SectionProps = { readonly title: string; readonly children: ReactNode }

/** The states of one part. */
export function Section({ title, children }: SectionProps) {
  return (
    <section className="stack gap-3" aria-label={title}>
      <h2 className="heading-2">{title}</h2>
      {children}
    </section>
  )
}
