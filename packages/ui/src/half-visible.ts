/** Share of an element that counts as seen. Source: requirements NAV-039. */
const THRESHOLD = 0.5

/** Reports when at least half of an element comes into view or leaves it. Returns the end of the observation. */
export function observeHalfVisible(
  element: Element,
  onChange: (isVisible: boolean) => void,
): () => void {
  const observer = new IntersectionObserver(
    (entries) => onChange(entries.at(-1)!.intersectionRatio >= THRESHOLD),
    { threshold: THRESHOLD },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
