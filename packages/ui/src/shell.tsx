import type { CSSProperties, ReactNode } from 'react'

import { classes } from './classes.ts'

/** The id of the element that holds a page. */
export const MAIN = 'main'

/** First stop of the keyboard: a link past the navigation to the page. */
export function SkipLink({ children }: { children: ReactNode }) {
  return (
    <a className="skip" href={`#${MAIN}`}>
      {children}
    </a>
  )
}

type AppShellProps = {
  /** Logo and name, on top of the side column. */
  brand: ReactNode
  /** Content of the side column, hidden below 768 px. */
  side: ReactNode
  /** Whether the side column is a rail of icons. */
  isRail: boolean
  top: ReactNode
  /** The navigation at the foot of a phone. */
  bottomBar: ReactNode
  footer: ReactNode
  /** The name of the side column. */
  menuLabel: string
  children: ReactNode
}

/** The frame of every page for signed-in users. */
export function AppShell({
  brand,
  side,
  isRail,
  top,
  bottomBar,
  footer,
  menuLabel,
  children,
}: AppShellProps) {
  return (
    <div className={classes('shell', isRail && 'rail')}>
      <aside className="side" aria-label={menuLabel}>
        <div className="brand">{brand}</div>
        {side}
      </aside>
      <div className="shell-body">
        <header className="topbar">{top}</header>
        <div className="main">
          <main id={MAIN} tabIndex={-1}>
            {children}
          </main>
          <footer className="foot when-placed">{footer}</footer>
        </div>
        {bottomBar}
      </div>
    </div>
  )
}

type GateCardProps = {
  header: ReactNode
  /** Under the card. */
  footer?: ReactNode
  /** Pixels. */
  width?: number
  children: ReactNode
}

/** One centred card: sign-in, registration, legal documents. */
export function GateCard({ header, footer, width = 440, children }: GateCardProps) {
  return (
    <div className="gate" style={{ '--gate': `${width}px` } as CSSProperties}>
      <header className="gate-head">{header}</header>
      <main id={MAIN} tabIndex={-1} className="gate-main">
        <section className="card gate-card stack gap-6">{children}</section>
        {footer && <div className="gate-foot">{footer}</div>}
      </main>
    </div>
  )
}
