import type { ReactNode } from 'react'

/** The name of a switch and what it does. */
export function Described({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <>
      <span className="medium-weight block">{title}</span>
      <span className="meta block">{children}</span>
    </>
  )
}
