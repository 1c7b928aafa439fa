import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

type NearViewProps = {
  /** Room until then. Units: CSS pixels. */
  readonly height: number
  readonly children: ReactNode
}

/** How far below the window content begins to load. */
const MARGIN = '100px'

/** Draws its content once it comes near the window: before that it loads no code and makes no call. */
export function NearView({ height, children }: NearViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const room = <div ref={place} style={{ minBlockSize: height }} />
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  return isNear ? <Suspense fallback={room}>{children}</Suspense> : room
}
