import { ErrorNotice, Loader, Skeleton } from '@partner-office/ui'
import { codeOf } from '@partner-office/web'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type LoadedProps<T> = {
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
}

/** What a programme's calls have answered, or why they have not. Source: requirements XBO-011. */
export function LoadedProgramme<T>({ query, children }: LoadedProps<T>) {
  const { t } = useTranslation()
  if (query.isPending) {
    return (
      <Loader label={t('common.loading')}>
        <Skeleton height={600} />
      </Loader>
    )
  }
  if (query.isError) {
    const isMissing = codeOf(query.error) === 'not_found'
    return (
      <div className="card">
        <ErrorNotice
          title={t(isMissing ? 'programmes.notFound' : 'key00022')}
          retryLabel={t('common.retry')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  }
  return children(query.data)
}
