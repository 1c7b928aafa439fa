import { Button } from '@partner-office/ui'
import { LoadError, Loading } from '@partner-office/web'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type PagedProps<Row> = {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly content: readonly Row[] }>>
  readonly placeholder: ComponentProps<typeof Loading>['placeholder']
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** The rows of all loaded pages, or their loading or error state, and a button for more. */
export function Paged<Row>({ query, placeholder, children }: PagedProps<Row>) {
  const { t } = useTranslation()
  const { data, isError, isFetchingNextPage, hasNextPage } = query
  if (data === undefined) {
    return isError ? <LoadError query={query} /> : <Loading placeholder={placeholder} />
  }
  return (
    <>
      {children(data.pages.flatMap(({ content }) => content))}
      {hasNextPage && (
        <Button size="sm" busy={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('table.more')}
        </Button>
      )}
    </>
  )
}
