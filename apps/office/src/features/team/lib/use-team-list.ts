import { type CallReply, getTeam, type TeamMember } from '@partner-office/contracts'
import { hasMorePages, isAbove } from '@partner-office/domain'
import { whenReady } from '@partner-office/web'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'

import { GIVE_UP_MS } from '../../../lib/config.ts'
import { useOffice } from '../../../lib/office.ts'
import { type ListPhase, listPhase } from './list-phase.ts'
import { PAGE_SIZE, teamQuestion } from './team-question.ts'
import type { TeamSearchState } from './use-team-search.ts'

/** No address makes a page ask for more than this at once. Source: decisions D-069. */
const MOST_PAGES_AT_ONCE = 50

/** Pages that were asked for in one go. Units: pages count from 0. */
type PageRange = { readonly first: number; readonly last: number }
type Pages = {
  readonly rows: readonly TeamMember[]
  readonly last: number
  readonly totalPages: number
}

export type TeamList = {
  readonly phase: ListPhase
  readonly rows: readonly TeamMember[]
  readonly totalPages: number
  readonly error: Error | null
  readonly hasMore: boolean
  readonly isFetching: boolean
  readonly more: () => void
  readonly retry: () => void
}

type ListOptions = Pick<TeamSearchState, 'search' | 'isForeign' | 'change'> & {
  /** Whether the old rows stay while the reader goes back up or sorts anew. Source: requirements TRE-016; D-074. */
  readonly keepsRows?: boolean
}

/**
 * The members that a search finds, page by page; none are asked for before the path begins at the partner's own place.
 * A newer search gives up an older one that still runs.
 *
 * Source: requirements TEA-046, TEA-052, TEA-053, TEA-055, TEA-061.
 */
export function useTeamList(options: ListOptions): TeamList {
  const { change } = options
  const query = useTeamPages(options)
  const rows = appended(query.data?.pages ?? [])
  const { last = 0, totalPages = 0 } = query.data?.pages.at(-1) ?? {}
  return {
    phase: listPhase(query, rows.length),
    rows,
    totalPages,
    error: query.error,
    hasMore: hasMorePages(last, totalPages),
    isFetching: query.isFetching,
    more: () => {
      change((now) => ({ ...now, currentPage: last + 1 }))
      void query.fetchNextPage()
    },
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  }
}

function useTeamPages({ search, isForeign, keepsRows = false }: ListOptions) {
  const { api } = useOffice()
  const question = teamQuestion(search)
  const path = search.path.map(({ id }) => id)
  const isHereOrBelow = (old: readonly number[]): boolean =>
    isAbove(path, old) || String(path) === String(old)
  return useInfiniteQuery({
    enabled: !isForeign,
    // A list that was seen before stands there at once, and is asked for anew.
    staleTime: 0,
    refetchOnWindowFocus: false,
    queryKey: ['team', 'list', path, question] as const,
    initialPageParam: { first: 0, last: Math.min(search.currentPage, MOST_PAGES_AT_ONCE - 1) },
    queryFn: ({ pageParam, signal }) =>
      loadPages(pageParam, (page) =>
        whenReady(
          () =>
            api.call('business', getTeam, {
              query: { ...question, page: String(page), size: PAGE_SIZE },
              signal,
            }),
          GIVE_UP_MS,
        ),
      ),
    getNextPageParam: ({ last, totalPages }: Pages): PageRange | undefined =>
      hasMorePages(last, totalPages) ? { first: last + 1, last: last + 1 } : undefined,
    placeholderData: (
      rows: InfiniteData<Pages, PageRange> | undefined,
      of: { queryKey: readonly unknown[] } | undefined,
    ) => (keepsRows && isHereOrBelow((of?.queryKey[2] ?? []) as number[]) ? rows : undefined),
  })
}

/** Pages one after the other: what the address asks for may be more than there is. Source: decisions D-069. */
async function loadPages(
  { first, last }: PageRange,
  ask: (page: number) => Promise<CallReply<typeof getTeam>>,
): Promise<Pages> {
  const rows: TeamMember[] = []
  for (let page = first; ; page += 1) {
    const { content, totalPages } = await ask(page)
    rows.push(...content)
    if (page >= last || !hasMorePages(page, totalPages)) return { rows, last: page, totalPages }
  }
}

/** Everybody once: who has moved between two answers would stand twice. */
function appended(pages: readonly Pages[]): readonly TeamMember[] {
  const all = pages.flatMap(({ rows }) => rows)
  return [...new Map(all.map((member) => [member.id, member])).values()]
}
