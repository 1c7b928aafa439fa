import type { Currency } from '@partner-office/domain'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { rateText } from '../../lib/formats.ts'
import { useOffice } from '../../lib/office.ts'
import { rateQuery } from '../../lib/rates.ts'
import { useFormat } from '../../lib/use-format.ts'

/** The current rate of a currency pair, with all its decimals. */
export function Rate({ from, to }: { readonly from: Currency; readonly to: Currency }) {
  const { t } = useTranslation()
  const { api, config } = useOffice()
  const { style } = useFormat()
  const { data } = useQuery(rateQuery(api, config, from, to))
  if (data === undefined) return <span className="rate-wait">{'\u00a0'}</span>
  const rate = rateText(data.rate, style)
  return <span className="num">{t('dashboard.rate', { from, to, rate })}</span>
}
