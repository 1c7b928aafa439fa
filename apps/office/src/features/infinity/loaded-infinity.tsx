import { ErrorNotice, Loader, Skeleton } from '@partner-office/ui'
import { codeOf } from '@partner-office/web'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { InfinityMonth } from '../../lib/bonus-queries.ts'

/** Codes with a message of their own. */
const MESSAGES = {
  not_found: 'infinity.error.not_found',
  internal_server_error: 'infinity.error.internal_server_error',
} as const

const messageOf = (error: unknown) => MESSAGES[codeOf(error) as keyof typeof MESSAGES] ?? 'key00022'

type LoadedProps = {
  readonly query: UseQueryResult<InfinityMonth>
  /** Of what will stand there, about. Units: pixels. */
  readonly height: number
  readonly children: (infinity: InfinityMonth) => ReactNode
}

/** What the month's call has answered, or why it has not. Source: requirements INF-025 to INF-027. */
export function LoadedInfinity({ query, height, children }: LoadedProps) {
  const { t } = useTranslation()
  if (query.isPending) {
    return (
      <Loader label={t('common.loading')}>
        <Skeleton height={height} />
      </Loader>
    )
  }
  if (query.isError) {
    return (
      <div className="card">
        <ErrorNotice
          title={t(messageOf(query.error))}
          retryLabel={t('common.retry')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    )
  }
  return children(query.data)
}
