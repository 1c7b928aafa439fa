import { ErrorNotice, KeyValues, Loader, Money, Skeleton } from '@partner-office/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { bonusesNowQuery } from '../../../lib/bonus-queries.ts'
import { useOffice } from '../../../lib/office.ts'
import { useFormat } from '../../../lib/use-format.ts'
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
  const months = useQuery(bonusesNowQuery(api))
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
        { label: t('unilevel.direct.title'), value: <Money {...amount(direct, 'UPT')} /> },
        { label: t('unilevel.team.title'), value: <Money {...amount(team, 'UPT')} /> },
        { label: t('infinity.total'), value: <Money {...amount(total, 'UPT')} />, sum: true },
      ]}
    />
  )
}
