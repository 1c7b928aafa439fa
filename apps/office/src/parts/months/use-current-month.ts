import { DAY_MS, monthEnd, monthStart } from '@partner-office/domain'
import { useEffect, useState } from 'react'

/** The UTC month that runs now; the next one from its first millisecond on. Source: requirements INF-006, INF-009; D-056. */
export function useCurrentMonth(): number {
  const [month, setMonth] = useState(() => monthStart(Date.now()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const watch = (): void => {
      const now = Date.now()
      setMonth(monthStart(now))
      // No browser waits for a whole month.
      timer = setTimeout(watch, Math.min(monthEnd(now) - now, DAY_MS))
    }
    watch()
    return () => clearTimeout(timer)
  }, [])
  return month
}
