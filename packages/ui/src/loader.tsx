import { useEffect, useState, type ReactNode } from 'react'

import { classes } from './classes.ts'
import { Spinner } from './spinner.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Whether `ms` have passed since the component was mounted, so that quick answers show no loader. Source: STA-021. */
function useDelayed(ms = 200): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return passed
}

type LoaderProps = {
  label: string
  delay?: number
  /** Skeletons in the final layout; without them a ring turns. */
  children?: ReactNode
}

/**
 * Loading indicator, visible after the delay; `label` is read out. It takes its room from the start,
 * so that nothing moves when it appears. Source: STA-021.
 */
export function Loader({ label, delay, children }: LoaderProps) {
  const shown = useDelayed(delay)
  return (
    <div role="status" className={classes(!children && 'loader', !shown && 'not-yet')}>
      {shown && <VisuallyHidden>{label}</VisuallyHidden>}
      {children ?? (shown && <Spinner />)}
    </div>
  )
}

/** Placeholder of a block. */
export function Skeleton({ width, height }: { width?: number | string; height?: number | string }) {
  return (
    <div className="skeleton" style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
  )
}

/** Placeholder of lines of text; the last one is shorter. */
export function SkeletonText({ lines = 1 }: { lines?: number }) {
  return (
    <div className="skeleton-text" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="skeleton text-line" />
      ))}
    </div>
  )
}

/** Placeholder of a card with rows. Units: `height` of a row in pixels. */
export function SkeletonRows({ rows, height }: { rows: number; height: number }) {
  return (
    <div className="card flush" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton-row" style={{ blockSize: height }}>
          <Skeleton height={24} />
        </div>
      ))}
    </div>
  )
}
