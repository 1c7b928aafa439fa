import { hasMorePages } from '@partner-office/domain'
import { useInfiniteQuery } from '@tanstack/react-query'

import { type PagedList, pagedList } from './paged-list.ts'

type Page<Row> = {
  readonly content: readonly Row[]
  readonly number: number
  readonly totalPages: number
}

type WithId = { readonly id: number | string }

/** A history, page by page. Another key starts again at page 0. Source: requirements TRX-016, TRX-039, TRX-042. */
export function useHistoryPages<Row extends WithId>(
  queryKey: readonly unknown[],
  ask: (page: number, signal: AbortSignal) => Promise<Page<Row>>,
  /** What tells rows apart; their id by default. */
  keyOf: (row: Row) => number | string = ({ id }) => id,
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
  return pagedList(query, distinctRows(query.data?.pages ?? [], keyOf))
}

/** Rows of all pages, each key once: a row added between two requests moves older rows to the next page. */
function distinctRows<Row>(
  pages: readonly Page<Row>[],
  keyOf: (row: Row) => number | string,
): readonly Row[] {
  const rows = pages.flatMap(({ content }) => content)
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}
