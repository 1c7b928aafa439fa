import { useEffect, useState } from 'react'

import { useConsole } from './console.ts'

const MINUTE_MS = 60_000

/** The service's time, read again every second; drawn anew every minute. */
export function useMinute(): number {
  const { clock } = useConsole()
  const [minute, setMinute] = useState(() => minuteOf(clock.now()))
  useEffect(() => {
    const timer = setInterval(() => setMinute(minuteOf(clock.now())), 1_000)
    return () => clearInterval(timer)
  }, [clock])
  return minute
}

const minuteOf = (at: number): number => at - (at % MINUTE_MS)
