import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { dateText, timeText } from '../../lib/formats.ts'
import { useOffice } from '../../lib/office.ts'
import { rateQuery } from '../../lib/rates.ts'

const STALE_AFTER = 3

/** Time of the oldest rate on the page; marked as stale where rates refresh automatically. */
export function RatesTime() {
  const { t } = useTranslation()
  const { api, config } = useOffice()
  const rates = useQueries({
    queries: [rateQuery(api, config, 'EUR', 'UPT'), rateQuery(api, config, 'UCN', 'USDT')],
  })
  const times = rates.flatMap(({ data }) => (data === undefined ? [] : [data.updatedAt]))
  if (times.length === 0) return <p className="meta">{'\u00a0'}</p>
  const oldest = Math.min(...times)
  const isAutomatic = config.property('exchangeProvider') !== 'internal'
  const age = Date.now() - oldest
  const isStale = isAutomatic && age > STALE_AFTER * Number(config.property('exchangeRefresh'))
  const isToday = dateText(oldest) === dateText(Date.now())
  const time = isToday ? timeText(oldest) : `${dateText(oldest)} ${timeText(oldest)}`
  return <p className={isStale ? 'meta stale' : 'meta'}>{t('dashboard.ratesAsOf', { time })}</p>
}
