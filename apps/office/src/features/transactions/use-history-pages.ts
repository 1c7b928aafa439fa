import { hasMorePages } from '@partner-office/domain'
import { useInfiniteQuery } from '@tanstack/react-query'

import { type PagedList, pagedList } from '../../parts/states/paged-list.ts'

type Page<Row> = {
  readonly content: readonly Row[]
  readonly number: number
  readonly totalPages: number
}

/** A history, page by page. Another key starts again at page 0. Source: requirements TRX-016, TRX-039, TRX-042. */
export function useHistoryPages<Row extends { readonly id: number | string }>(
  queryKey: readonly unknown[],
  ask: (page: number, signal: AbortSignal) => Promise<Page<Row>>,
): PagedList<Row> {
  const query = useInfiniteQuery({
    queryKey,
    staleTime: 0,
    refetchOnWindowFocus: false,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    getNextPageParam: ({ number, totalPages }) =>
      hasMorePages(number, totalPages) ? number + 1 : undefined,
  })
  return pagedList(query, distinctRows(query.data?.pages ?? []))
}

/** Rows of all pages, each id once: a row added between two requests moves older rows to the next page. */
function distinctRows<Row extends { readonly id: number | string }>(
  pages: readonly Page<Row>[],
): readonly Row[] {
  const rows = pages.flatMap(({ content }) => content)
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
