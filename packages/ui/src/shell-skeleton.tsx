import { Logo } from './logo.tsx'

const MENU_ROWS = 8
const BOTTOM_PLACES = 5

/** The frame of a page for signed-in users before the app is ready: places without words. */
export function ShellSkeleton() {
  return (
    <div className="shell shell-skeleton" aria-hidden="true">
      <div className="side">
        <div className="brand">
          <Logo />
        </div>
        {places(MENU_ROWS)}
      </div>
      <div className="shell-body">
        <div className="topbar">
          <span className="only-phone">
            <Logo />
          </span>
          <span className="push" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
        <div className="main">
          <div className="skeleton" />
          <div className="skeleton" />
          <div className="skeleton" />
        </div>
        <div className="bottombar">{places(BOTTOM_PLACES)}</div>
      </div>
    </div>
  )
}

const places = (count: number) =>
  Array.from({ length: count }, (_, place) => <span key={place} className="skeleton" />)
