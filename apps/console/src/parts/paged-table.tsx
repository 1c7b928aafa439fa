import { LoadError } from '@partner-office/web'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

import { ListTable } from './list-table.tsx'

type PagedTableProps<Row> = Omit<
  ComponentProps<typeof ListTable<Row>>,
  'rows' | 'onMore' | 'isLoadingMore'
> & {
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly content: readonly Row[] }>>
}

/** A table of the rows of all loaded pages with a button for more, or why they could not be loaded. */
export function PagedTable<Row>({ list, ...table }: PagedTableProps<Row>) {
  const { data, error, isError, isFetching } = list
  if (isError && data === undefined) {
    return (
      <LoadError isCard error={error} isRetrying={isFetching} onRetry={() => void list.refetch()} />
    )
  }
  return (
    <ListTable
      {...table}
      rows={data?.pages.flatMap(({ content }) => content)}
      onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      isLoadingMore={list.isFetchingNextPage}
    />
  )
}
