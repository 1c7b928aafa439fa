import { Button } from '@partner-office/ui'
import { type ErrorLook, LoadError, Loading, type Placeholder } from '@partner-office/web'
import type { ParseKeys } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { PagedList } from './paged-list.ts'
import { RetryNote } from './retry-note.tsx'

type PagedProps<Row> = Omit<ErrorLook, 'isCard'> & {
  readonly list: PagedList<Row>
  readonly placeholder: Placeholder
  readonly empty: ReactNode
  /** Message below the rows when the next page fails; the generic message by default. */
  readonly moreFailed?: ParseKeys
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** A list that loads page by page: loading, error, empty, or rows with their end. Source: requirements TEA-046, TEA-047, TEA-061, TRX-042. */
export function Paged<Row>({ list, placeholder, empty, children, ...look }: PagedProps<Row>) {
  const { phase, rows, error, isFetching, retry } = list
  if (phase === 'loading') return <Loading placeholder={placeholder} />
  if (phase === 'error' && rows.length === 0) {
    return <LoadError {...look} isCard query={{ error, isFetching, refetch: retry }} />
  }
  if (phase === 'empty') return empty
  return (
    <>
      {children(rows)}
      <ListEnd {...look} list={list} />
    </>
  )
}

type EndProps = Pick<PagedProps<never>, 'moreFailed' | 'text'> & {
  readonly list: PagedList<unknown>
}

/** Below the rows: an error with a retry, a button that loads more, or nothing. */
function ListEnd({ list, moreFailed = 'loadFailed', text }: EndProps) {
  const { t } = useTranslation()
  if (list.phase === 'error') {
    return (
      <RetryNote isRetrying={list.isFetching} onRetry={list.retry}>
        {t(moreFailed)} {text}
      </RetryNote>
    )
  }
  if (!list.hasMore) return null
  return (
    <div className="in-row center">
      <Button
        busy={list.phase === 'loadingMore'}
        busyLabel={t('common.loading')}
        onClick={list.more}
      >
        {t('team.loadMore')}
      </Button>
    </div>
  )
}
