import { useEffect, useRef } from 'react'

import { VISIBLE_SHARE } from '../../lib/browser/visible-share.ts'

const SEEN_AFTER_MS = 2_000

/**
 * Calls `onSeen` when at least half of the element has been visible for 2 s without a break.
 *
 * Source: requirements NEW-008, NEW-009.
 */
export function useSeen<Of extends Element>(isWatched: boolean, onSeen: () => void) {
  const ref = useRef<Of>(null)
  const seen = useRef(onSeen)
  useEffect(() => {
    seen.current = onSeen
  })
  useEffect(() => {
    const element = ref.current
    if (!isWatched || element === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        const isVisible = entries.at(-1)!.intersectionRatio >= VISIBLE_SHARE
        if (isVisible) timer = setTimeout(() => seen.current(), SEEN_AFTER_MS)
      },
      { threshold: VISIBLE_SHARE },
    )
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isWatched])
  return ref
}
