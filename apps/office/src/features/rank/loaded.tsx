import { ErrorNotice, Loader, Skeleton } from '@partner-office/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type LoadedProps<T> = {
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
}

/** What a call has answered, or as high in its place that it is on its way or has failed. Source: requirements RNK-040. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const { t } = useTranslation()
  if (query.isPending) {
    return (
      <div className="place">
        <Loader label={t('common.loading')}>
          <Skeleton height="100%" />
        </Loader>
      </div>
    )
  }
  if (query.isError) {
    return (
      <div className="place">
        <ErrorNotice
          title={t('key00022')}
          retryLabel={t('common.retry')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  }
  return children(query.data)
}
