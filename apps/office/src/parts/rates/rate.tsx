import type { Currency } from '@partner-office/domain'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { rateText } from '../../lib/formats/formats.ts'
import { useOffice } from '../../lib/session/office.ts'
import { rateQuery } from '../../lib/queries/rates.ts'
import { useFormat } from '../../lib/formats/use-format.ts'

/** As wide as most rates: figure spaces are as wide as figures. */
const BLANK = '\u2007.\u2007\u2007\u2007\u2007'

/** The current rate of a currency pair, with all its decimals. Before it is loaded, its text takes its room, so that lines break where they will. */
export function Rate({ from, to }: { readonly from: Currency; readonly to: Currency }) {
  const { t } = useTranslation()
  const { api, config } = useOffice()
  const { style } = useFormat()
  const { data } = useQuery(rateQuery(api, config, from, to))
  const rate = data === undefined ? BLANK : rateText(data.rate, style)
  return (
    <span className={data === undefined ? 'digits rate-wait' : 'digits'}>
      {t('dashboard.rate', { from, to, rate })}
    </span>
  )
}
