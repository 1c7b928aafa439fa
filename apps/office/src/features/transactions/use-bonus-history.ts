import { type BonusTransaction, getBonusHistory } from '@partner-office/contracts'
import { hasMorePages } from '@partner-office/domain'
import { useInfiniteQuery } from '@tanstack/react-query'

import { useOffice } from '../../lib/office.ts'
import { type PagedList, pagedList } from '../../parts/states/paged-list.ts'
import { type BonusFilters, bonusQuestion } from './bonus-filters.ts'

/** The bonus history, page by page. Other filters start again at page 0. Source: requirements TRX-016, TRX-039. */
export function useBonusHistory(filters: BonusFilters): PagedList<BonusTransaction> {
  const { api } = useOffice()
  const query = useInfiniteQuery({
    queryKey: ['bonus-history', filters],
    staleTime: 0,
    refetchOnWindowFocus: false,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api.call('business', getBonusHistory, { query: bonusQuestion(filters, pageParam), signal }),
    getNextPageParam: ({ number, totalPages }) =>
      hasMorePages(number, totalPages) ? number + 1 : undefined,
  })
  return pagedList(query, distinctRows(query.data?.pages ?? []))
}

/** Rows of all pages, each id once: a bonus credited between two requests moves older rows to the next page. */
function distinctRows(
  pages: readonly { readonly content: readonly BonusTransaction[] }[],
): readonly BonusTransaction[] {
  const rows = pages.flatMap(({ content }) => content)
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
