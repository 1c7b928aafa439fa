import { type ListPhase, listPhase, type Progress } from './list-phase.ts'

/** A list that loads page by page, as screens draw it. */
export type PagedList<Row> = {
  readonly phase: ListPhase
  readonly rows: readonly Row[]
  readonly error: Error | null
  readonly hasMore: boolean
  readonly isFetching: boolean
  readonly more: () => void
  /** Repeats the request that failed: the next page, or the pages at hand. */
  readonly retry: () => void
}

type PagedQuery = Progress & {
  readonly error: Error | null
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => Promise<unknown>
  readonly refetch: () => Promise<unknown>
}

/** The list of an infinite query and the rows of its pages. */
export const pagedList = <Row>(query: PagedQuery, rows: readonly Row[]): PagedList<Row> => ({
  phase: listPhase(query, rows.length),
  rows,
  error: query.error,
  hasMore: query.hasNextPage,
  isFetching: query.isFetching,
  more: () => void query.fetchNextPage(),
  retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
})
