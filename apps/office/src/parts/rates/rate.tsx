import type { Currency } from '@partner-office/domain'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../lib/office.ts'
import { converted, rateQuery } from '../../lib/rates.ts'

const FEWEST_DECIMALS = 4

/** What one unit of a currency is in another one now, with every decimal the rate has. */
export function Rate({ from, to }: { readonly from: Currency; readonly to: Currency }) {
  const { t } = useTranslation()
  const { api, config } = useOffice()
  const { data } = useQuery(rateQuery(api, config, from, to))
  if (data === undefined) return <span>{'\u00a0'}</span>
  const rate = converted(data.rate, '1', Math.max(FEWEST_DECIMALS, decimalsIn(data.rate)))
  return <span className="num">{t('dashboard.rate', { from, to, rate })}</span>
}

const decimalsIn = (decimal: string): number => decimal.split('.')[1]?.length ?? 0
