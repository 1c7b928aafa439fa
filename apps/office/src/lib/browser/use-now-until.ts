import { useEffect, useState } from 'react'

/** The current time, updated each second until `until`. Units: epoch milliseconds. */
export function useNowUntil(until: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (now >= until) return undefined
    const timer = setTimeout(() => setNow(Date.now()), 1_000 - (Date.now() % 1_000))
    return () => clearTimeout(timer)
  }, [now, until])
  return now
}
