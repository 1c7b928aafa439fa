import type { ReactNode } from 'react'

type PreviewPart = { readonly title: string; readonly content: ReactNode }

type PreviewBlockProps = {
  /** "Preview", and that nothing is done yet. */
  title: string
  hint: ReactNode
  /** What changes at once, what stays, who is touched. */
  parts: readonly PreviewPart[]
}

/** What an act would do. The reason field and the button come after it. */
export function PreviewBlock({ title, hint, parts }: PreviewBlockProps) {
  return (
    <section className="preview" aria-label={title}>
      <p className="preview-head">
        <b>{title}</b> <span className="muted">{hint}</span>
      </p>
      {parts.map((part) => (
        <div key={part.title} className="stack gap-1">
          <h3 className="heading-3">{part.title}</h3>
          {part.content}
        </div>
      ))}
    </section>
  )
}
