import { useEffect, useState } from 'react'

/** The time, each second, as long as `until` is in the future. */
export function useNowUntil(until: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (now >= until) return undefined
    const timer = setTimeout(() => setNow(Date.now()), 1_000 - (Date.now() % 1_000))
    return () => clearTimeout(timer)
  }, [now, until])
  return now
}
