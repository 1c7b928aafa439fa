import { useTranslation } from 'react-i18next'

import { useSignedIn } from '../lib/console.ts'
import { clockText, dayText, localText } from '../lib/instants.ts'
import { useMinute } from '../lib/use-minute.ts'

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
