import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

import { ListTable } from './list-table.tsx'
import { UnlessFailed } from './unless-failed.tsx'

type PagedTableProps<Row> = Omit<
  ComponentProps<typeof ListTable<Row>>,
  'rows' | 'onMore' | 'isLoadingMore'
> & {
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly content: readonly Row[] }>>
  /** Whether an error draws a card of its own. */
  readonly isCard?: boolean
}

/** A table of the rows of all loaded pages with a button for more, or why they could not be loaded. */
export function PagedTable<Row>({ list, isCard = true, ...table }: PagedTableProps<Row>) {
  return (
    <UnlessFailed query={list} isCard={isCard}>
      <ListTable
        {...table}
        rows={list.data?.pages.flatMap(({ content }) => content)}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
    </UnlessFailed>
  )
}
