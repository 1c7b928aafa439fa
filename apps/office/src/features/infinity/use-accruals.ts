import { getInfinityHistory, type InfinityAccrual } from '@partner-office/contracts'
import { whenReady } from '@partner-office/web'
import { useInfiniteQuery } from '@tanstack/react-query'

import { useOffice } from '../../lib/session/office.ts'
import { type PagedList, pagedList } from '../../parts/states/paged-list.ts'

const PAGE_SIZE = '20'

/** The accruals of a month, page by page. Source: requirements INF-019, INF-020. */
export function useAccruals(month: number): PagedList<InfinityAccrual> {
  const { api } = useOffice()
  const query = useInfiniteQuery({
    queryKey: ['infinity', 'history', month],
    staleTime: 0,
    refetchOnWindowFocus: false,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: pagingState, signal }) =>
      whenReady(
        () =>
          api.call('business', getInfinityHistory, {
            query: { size: PAGE_SIZE, pagingState, bonusPeriod: String(month) },
            signal,
          }),
        api.giveUpMs,
      ),
    getNextPageParam: ({ next }) => next,
  })
  return pagedList(query, query.data?.pages.flatMap(({ content }) => content) ?? [])
}
