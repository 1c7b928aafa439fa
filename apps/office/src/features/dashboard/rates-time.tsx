import { codeOf } from '@partner-office/web'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { dateText, timeText } from '../../lib/formats/formats.ts'
import { useOffice } from '../../lib/session/office.ts'
import { rateQuery, refreshMs } from '../../lib/queries/rates.ts'
import { useNowUntil } from '../../lib/browser/use-now-until.ts'

/** Missed reads after which a rate is stale. */
const STALE_AFTER = 3

/** Time of the oldest rate on the page; marked as stale where rates refresh automatically. Says so if no rate could be read. */
export function RatesTime() {
  const { t } = useTranslation()
  const { api, config } = useOffice()
  const rates = useQueries({
    queries: [rateQuery(api, config, 'EUR', 'UPT'), rateQuery(api, config, 'UCN', 'USDT')],
  })
  const times = rates.flatMap(({ data }) => (data === undefined ? [] : [data.updatedAt]))
  if (times.length === 0) {
    const hasFailed = rates.some(({ error }) => error !== null && codeOf(error) !== 'not_found')
    if (hasFailed) return <p className="meta">{t('dashboard.ratesMissing')}</p>
    return <Place />
  }
  return <AsOf oldest={Math.min(...times)} />
}

/** Takes the room of the time that comes, so that nothing beside it moves. */
function Place() {
  const { t } = useTranslation()
  return (
    <div className="not-yet">
      <p className="meta">{t('dashboard.ratesAsOf', { time: timeText(Date.now()) })}</p>
    </div>
  )
}

/** Becomes stale while it is shown, too: a rate that cannot be read again draws nothing anew. */
function AsOf({ oldest }: { readonly oldest: number }) {
  const { t } = useTranslation()
  const { config } = useOffice()
  const isAutomatic = config.property('exchangeProvider') !== 'internal'
  const staleAt = isAutomatic ? oldest + STALE_AFTER * refreshMs(config) : Infinity
  const isStale = useNowUntil(isAutomatic ? staleAt : 0) >= staleAt
  const isToday = dateText(oldest) === dateText(Date.now())
  const time = isToday ? timeText(oldest) : `${dateText(oldest)} ${timeText(oldest)}`
  return <p className={isStale ? 'meta stale' : 'meta'}>{t('dashboard.ratesAsOf', { time })}</p>
}
