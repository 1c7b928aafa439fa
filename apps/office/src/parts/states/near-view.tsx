import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

import { VISIBLE_SHARE } from '../../lib/browser/visible-share.ts'

type NearViewProps = {
  /** Room until then, drawn as an empty card, at most as high as a low window and its margin. Units: CSS pixels. */
  readonly height: number
  readonly children: ReactNode
}

/** How far below the window content begins to load. Units: CSS pixels. */
const MARGIN = 100

/**
 * Draws its content once half of its room is in the window or its margin: before that it loads no code and makes no call.
 *
 * Source: requirements NAV-039.
 */
export function NearView({ height, children }: NearViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const room = <div ref={place} className="card" style={{ minBlockSize: height }} />
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ intersectionRatio }) => intersectionRatio >= VISIBLE_SHARE))
          setNear(true)
      },
      { rootMargin: `${MARGIN + height * VISIBLE_SHARE}px`, threshold: VISIBLE_SHARE },
    )
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [height])
  return isNear ? <Suspense fallback={room}>{children}</Suspense> : room
}
