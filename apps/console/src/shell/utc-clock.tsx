import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../lib/console.ts'
import { clockText, dayText, localText } from '../lib/instants.ts'

/** The service's clock, whether four eyes is on, and which installation this is. */
export function UtcClock() {
  const { t } = useTranslation()
  const { fourEyes } = useSignedIn()
  const now = useMinute()
  return (
    <div className="console-clock">
      <span className="rail-hidden">{dayText(now)}</span>
      <time className="digits" dateTime={new Date(now).toISOString()} title={localText(now)}>
        {clockText(now)}
      </time>
      <span className="rail-hidden">
        {fourEyes ? t('fourEyes.on') : t('fourEyes.off')} · <bdi>{location.host}</bdi>
      </span>
    </div>
  )
}

/** The service's time, read again every second, drawn anew every minute. */
function useMinute(): number {
  const { clock } = useConsole()
  const [minute, setMinute] = useState(() => minuteOf(clock.now()))
  useEffect(() => {
    const timer = setInterval(() => setMinute(minuteOf(clock.now())), 1_000)
    return () => clearInterval(timer)
  }, [clock])
  return minute
}

const minuteOf = (at: number): number => at - (at % 60_000)
