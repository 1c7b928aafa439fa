import { getPastTeam, type PastMember } from '@partner-office/contracts'
import { hasMorePages } from '@partner-office/domain'
import { type Asked, whenReady } from '@partner-office/web'
import { useInfiniteQuery } from '@tanstack/react-query'

import { useOffice } from '../../../lib/session/office.ts'
import { type PagedList, pagedList } from '../../../parts/states/paged-list.ts'
import { PAGE_SIZE } from '../lib/team-question.ts'
import type { TeamSearchState } from '../lib/use-team-search.ts'

/** Loads a first line as it was at the end of a past day, page by page. Source: requirements PAS-002. */
export function usePastList(
  { search, isForeign }: Pick<TeamSearchState, 'search' | 'isForeign'>,
  day: string,
): PagedList<PastMember> {
  const { api } = useOffice()
  const question = {
    sponsorId: String(search.path.at(-1)!.id),
    day,
    sort: search.sort as Asked<(typeof getPastTeam)['query']>['sort'],
    size: PAGE_SIZE,
  }
  const query = useInfiniteQuery({
    enabled: !isForeign,
    refetchOnWindowFocus: false,
    queryKey: ['team', 'past', question],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      whenReady(
        () =>
          api.call('business', getPastTeam, {
            query: { ...question, page: String(pageParam) },
            signal,
          }),
        api.giveUpMs,
      ),
    getNextPageParam: ({ number, totalPages }) =>
      hasMorePages(number, totalPages) ? number + 1 : undefined,
  })
  return pagedList(query, query.data?.pages.flatMap(({ content }) => content) ?? [])
}
