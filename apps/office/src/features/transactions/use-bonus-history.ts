import { type BonusTransaction, getBonusHistory } from '@partner-office/contracts'
import { hasMorePages } from '@partner-office/domain'
import { useInfiniteQuery } from '@tanstack/react-query'

import { useOffice } from '../../lib/office.ts'
import { type BonusFilters, bonusQuestion } from './bonus-filters.ts'

/** What was credited, page by page: other filters begin anew at page 0. Source: requirements TRX-016, TRX-039. */
export function useBonusHistory(filters: BonusFilters) {
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
  return { query, rows: eachOnce(query.data?.pages ?? []) }
}

/** What was credited between two answers moves rows to the next page. */
function eachOnce(
  pages: readonly { readonly content: readonly BonusTransaction[] }[],
): readonly BonusTransaction[] {
  const rows = pages.flatMap(({ content }) => content)
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
