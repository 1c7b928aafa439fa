import { useId, type ReactNode } from 'react'

type BoxProps = {
  title: ReactNode
  /** Beside the title. */
  detail?: ReactNode
  /** At the end of the head. */
  actions?: ReactNode
  foot?: ReactNode
  /** The content reaches the edges: a table or a list. */
  isFlush?: boolean
  children: ReactNode
}

/** A bordered part of a page of the console, with a head and a foot. */
export function Box({ title, detail, actions, foot, isFlush = false, children }: BoxProps) {
  const titleId = useId()
  return (
    <section className="section-box" aria-labelledby={titleId}>
      <div className="box-head">
        <h2 className="box-title" id={titleId}>
          {title}
        </h2>
        {detail && <span className="muted">{detail}</span>}
        {actions && <div className="box-actions">{actions}</div>}
      </div>
      {isFlush ? children : <div className="box-body">{children}</div>}
      {foot && <div className="box-foot">{foot}</div>}
    </section>
  )
}
