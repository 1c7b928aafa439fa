import { DAY_MS, monthEnd, monthStart } from '@partner-office/domain'
import { useEffect, useState } from 'react'

/** The current UTC month; it changes with the first millisecond of the next month. Source: requirements INF-006, INF-009; D-056. */
export function useCurrentMonth(): number {
  const [month, setMonth] = useState(() => monthStart(Date.now()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const watch = (): void => {
      const now = Date.now()
      setMonth(monthStart(now))
      // Timers of browsers end after 24.8 days at the latest.
      timer = setTimeout(watch, Math.min(monthEnd(now) - now, DAY_MS))
    }
    watch()
    return () => clearTimeout(timer)
  }, [])
  return month
}
