import { ErrorNotice, KeyValues, Loader, Money, Skeleton } from '@partner-office/ui'
import { monthText } from '@partner-office/domain'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { bonusMonthsQuery } from '../../../lib/bonus-queries.ts'
import { useOffice } from '../../../lib/office.ts'
import { useFormat } from '../../../lib/use-format.ts'
import '../../../parts/bonus/bonus.css'
import { PATHS } from '../../../paths.ts'
import { AppLink } from '../../../shell/app-link.tsx'
import { unilevelNow } from '../unilevel-now.ts'

/** What the levels have paid the partner this month. Source: requirements BON-021. */
export function OwnUnilevel() {
  const { t } = useTranslation()
  return (
    <section className="card stack" aria-labelledby="own-unilevel">
      <h2 className="h2" id="own-unilevel">
        {t('unilevel.own')}
      </h2>
      <Amounts />
    </section>
  )
}

function Amounts() {
  const { t } = useTranslation()
  const { api } = useOffice()
  const { amount } = useFormat()
  const months = useQuery(bonusMonthsQuery(api))
  if (months.isPending) {
    return (
      <Loader label={t('common.loading')}>
        <Skeleton height={124} />
      </Loader>
    )
  }
  if (months.isError) {
    return (
      <ErrorNotice
        title={t('key00022')}
        retryLabel={t('common.retry')}
        busy={months.isFetching}
        onRetry={() => void months.refetch()}
      />
    )
  }
  const { direct, team, total } = unilevelNow(months.data)
  return (
    <KeyValues
      items={[
        { label: t('unilevel.direct.title'), value: <Booked kind="DIRECT" amount={direct} /> },
        { label: t('unilevel.team.title'), value: <Booked kind="TEAM" amount={team} /> },
        { label: t('infinity.total'), value: <Money {...amount(total, 'UPT')} />, sum: true },
      ]}
    />
  )
}

type BookedProps = { readonly kind: 'DIRECT' | 'TEAM'; readonly amount: string }

/** A sum leads to its bookings: each of them says how it came about. */
function Booked({ kind, amount }: BookedProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const from = `${monthText(Date.now())}-01`
  return (
    <AppLink
      to={PATHS.transactionsBonuses}
      search={{ kind, from }}
      className="why"
      title={t('unilevel.bookings')}
    >
      <Money {...format.amount(amount, 'UPT')} />
    </AppLink>
  )
}
