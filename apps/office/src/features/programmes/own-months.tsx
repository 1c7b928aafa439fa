import { KeyValues } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { monthShown } from '../../lib/formats.ts'
import { useLocale } from '../../lib/locale.ts'
import { useOffice } from '../../lib/office.ts'
import { CoinAmounts } from '../../parts/infinity/coin-amounts.tsx'
import type { OfferedKind } from '../../parts/bonus/programme-titles.ts'
import { AppLink } from '../../shell/app-link.tsx'
import { ownMonthsQuery } from './programme-query.ts'

/** What the programme gave in the last months, and the way to all bookings. */
export function OwnMonths({ kind }: { readonly kind: OfferedKind }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { api } = useOffice()
  const { data } = useQuery(ownMonthsQuery(api))
  const months = (data ?? []).toReversed().flatMap(({ month, kinds }) => {
    const own = kinds.find(({ bonusType }) => bonusType === kind)
    return own === undefined ? [] : [{ month, amounts: own.amounts }]
  })
  return (
    <section className="card stack g3" aria-labelledby="own-months">
      <h2 className="h2" id="own-months">
        {t('programmes.ownMonths')}
      </h2>
      {data !== undefined && months.length === 0 && (
        <p className="dim">{t('programmes.noMonths')}</p>
      )}
      <KeyValues
        items={months.map(({ month, amounts }) => ({
          label: monthShown(month, locale),
          value: <CoinAmounts amounts={amounts} />,
        }))}
      />
      <p>
        <AppLink to="transactionsBonuses" className="link">
          {t('programmes.allBookings')}
        </AppLink>
      </p>
    </section>
  )
}
