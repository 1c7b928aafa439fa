import type { ReactNode } from 'react'

type SectionProps = {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A section with its heading at the start side. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} className="landing-section" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="landing-section-title">
        {title}
      </h2>
      {children}
    </section>
  )
}
