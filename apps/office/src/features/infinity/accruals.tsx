import { Button, EmptyNotice, ErrorNotice, Loader, Note, Skeleton } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { useWindowClass } from '../../lib/window-class.ts'
import type { Explained } from '../../parts/bonus/explain/explanation-query.ts'
import { AccrualList } from './accrual-list.tsx'
import { AccrualTable } from './accrual-table.tsx'
import { useAccruals } from './use-accruals.ts'

type AccrualsProps = {
  readonly month: number
  readonly onExplain: (of: Explained) => void
}

/** What each order of a month gives. Source: requirements INF-017, INF-018, INF-028. */
export function Accruals({ month, onExplain }: AccrualsProps) {
  const { t } = useTranslation()
  const isTable = useWindowClass() === 'desktop'
  const query = useAccruals(month)
  const rows = query.data?.pages.flatMap(({ content }) => content) ?? []
  if (query.isPending) {
    return (
      <Loader label={t('common.loading')}>
        <Skeleton height={480} />
      </Loader>
    )
  }
  if (query.isError && rows.length === 0) {
    return (
      <div className="card">
        <ErrorNotice
          title={t('key00022')}
          retryLabel={t('common.retry')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  }
  if (rows.length === 0) {
    return (
      <div className="card">
        <EmptyNotice title={t('infinity.nothing')} hint={t('infinity.nothingHint')} />
      </div>
    )
  }
  const explainOrder = (orderId: number): void => onExplain({ orderId: String(orderId) })
  return (
    <>
      <p className="meta">{t('infinity.openOne')}</p>
      {isTable ? (
        <AccrualTable rows={rows} onExplain={explainOrder} />
      ) : (
        <AccrualList rows={rows} onExplain={explainOrder} />
      )}
      <End query={query} />
    </>
  )
}

/** What is below the rows: nothing, the way to more of them, or that they did not come. Source: requirements INF-018, INF-020. */
function End({ query }: { readonly query: ReturnType<typeof useAccruals> }) {
  const { t } = useTranslation()
  const { isError, isFetching, isFetchingNextPage, hasNextPage } = query
  if (isError && !isFetchingNextPage) {
    const again = () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())
    return (
      <Note
        tone="red"
        icon="warning"
        live
        action={
          <Button size="sm" busy={isFetching} onClick={again}>
            {t('common.retry')}
          </Button>
        }
      >
        {t('key00022')}
      </Note>
    )
  }
  if (!hasNextPage) return null
  return (
    <div className="row center">
      <Button
        busy={isFetchingNextPage}
        busyLabel={t('common.loading')}
        onClick={() => void query.fetchNextPage()}
      >
        {t('team.loadMore')}
      </Button>
    </div>
  )
}
