import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus to the heading of a step that has appeared; it takes the returned reference. A field that has taken the
 * focus keeps it.
 */
export function useHeadingFocus(isWanted = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isWanted && document.activeElement === document.body) heading.current?.focus()
    // Only the appearance of the step moves the focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return heading
}
