import { useEffect, useId, useRef, type ReactNode } from 'react'

import { IconButton } from '../button.tsx'
import { useIsWide } from './use-is-wide.ts'

type WithPanelProps = {
  /** The list. Below 1200 px an open panel covers it, and nothing in it can be reached. */
  children: ReactNode
  /** A `SidePanel`, or null. */
  panel: ReactNode
}

/** A list and the panel of its open row: side by side from 1200 px, else the panel above the list. */
export function WithPanel({ children, panel }: WithPanelProps) {
  const isWide = useIsWide()
  const isOpen = panel !== null
  return (
    <div className={isOpen ? 'with-panel' : undefined}>
      <div className="panel-list" inert={isOpen && !isWide}>
        {children}
      </div>
      {panel}
    </div>
  )
}

type SidePanelProps = {
  title: ReactNode
  /** Beside the title: the state, or buttons to the rows before and after. */
  detail?: ReactNode
  closeLabel: string
  onClose: () => void
  /** The way out at the start, the decision at the end. */
  foot?: ReactNode
  children: ReactNode
}

/** The drawer of an open row. It takes the focus when it opens; Escape closes it. */
export function SidePanel({ title, detail, closeLabel, onClose, foot, children }: SidePanelProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <aside
      className="side-panel"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="panel-head">
        <h2 className="box-title" id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {detail}
        <span className="push">
          <IconButton icon="close" size="sm" label={closeLabel} onClick={onClose} />
        </span>
      </div>
      <div className="panel-body">{children}</div>
      {foot && <div className="panel-foot">{foot}</div>}
    </aside>
  )
}
