import type { ReactNode } from 'react'

import { VisuallyHidden } from '../visually-hidden.tsx'

type ChangeProps = {
  before: ReactNode
  after: ReactNode
  /** "before" and "after", for screen readers. */
  texts: { readonly before: string; readonly after: string }
}

/** A changed value: the old one is struck out, the new one is blue. A lower number is no failure, so nothing is red. */
export function Change({ before, after, texts }: ChangeProps) {
  return (
    <span className="change">
      <VisuallyHidden>{texts.before} </VisuallyHidden>
      <del>{before}</del>
      <span className="change-arrow" aria-hidden="true">
        →
      </span>
      <VisuallyHidden>{texts.after} </VisuallyHidden>
      <ins>{after}</ins>
    </span>
  )
}
