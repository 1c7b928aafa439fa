import { createContext, use, useId, type ReactNode } from 'react'

/** A note at the end of every card, such as the age of its data. */
export const CardNote = createContext<ReactNode>(null)

type CardProps = {
  as?: 'section' | 'article' | 'div'
  title?: ReactNode
  /** At the end of the title's line. */
  action?: ReactNode
  children: ReactNode
}

/** A bordered surface; cards are never nested. */
export function Card({ as: Tag = 'section', title, action, children }: CardProps) {
  const titleId = useId()
  const note = use(CardNote)
  return (
    <Tag className="card stack gap-4" aria-labelledby={title ? titleId : undefined}>
      {(title || action) && (
        <div className="card-head">
          {title && (
            <h2 className="heading-2" id={titleId}>
              {title}
            </h2>
          )}
          {action}
        </div>
      )}
      {children}
      {note}
    </Tag>
  )
}
