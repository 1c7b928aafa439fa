import { ErrorNotice, Loader, SkeletonRows } from '@partner-office/ui'
import { errorText, codeOf } from '@partner-office/web'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type LoadedProps<T> = {
  readonly query: UseQueryResult<T>
  /** What could not be loaded. */
  readonly failed: string
  readonly rows: number
  readonly children: (data: T) => ReactNode
}

/** Draws the data of a query, or its loading or error state. */
export function Loaded<T>({ query, failed, rows, children }: LoadedProps<T>) {
  const { t, i18n } = useTranslation()
  if (query.isPending) {
    return (
      <Loader label={t('common.loading')}>
        <SkeletonRows rows={rows} height={88} />
      </Loader>
    )
  }
  if (query.isError) {
    return (
      <ErrorNotice
        isCard
        title={failed}
        text={errorText(i18n, codeOf(query.error))}
        retryLabel={t('common.retry')}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    )
  }
  return children(query.data)
}
