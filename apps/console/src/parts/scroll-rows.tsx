import type { ReactNode } from 'react'

type ScrollRowsProps = { readonly label: string; readonly children: ReactNode }

/** A table in a box: where it is wider than the box, it scrolls there, also with the keyboard. */
export const ScrollRows = ({ label, children }: ScrollRowsProps) => (
  <div className="preview-rows" role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
)
