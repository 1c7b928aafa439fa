import { type CallReply, getTeam, type TeamMember } from '@partner-office/contracts'
import { hasMorePages, isAbove } from '@partner-office/domain'
import { whenReady } from '@partner-office/web'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'

import { useOffice } from '../../../lib/session/office.ts'
import { type PagedList, pagedList } from '../../../parts/states/paged-list.ts'
import { PAGE_SIZE, teamQuestion } from './team-question.ts'
import type { TeamSearchState } from './use-team-search.ts'

/** Most pages that one address loads at once. Source: decisions D-069. */
const MOST_PAGES_AT_ONCE = 50

/** Pages that are loaded in one go. Units: pages count from 0. */
type PageRange = { readonly first: number; readonly last: number }
type Pages = {
  readonly rows: readonly TeamMember[]
  readonly last: number
  readonly totalPages: number
}

/** The members that a search finds. */
export type TeamList = PagedList<TeamMember>

type ListOptions = Pick<TeamSearchState, 'search' | 'isForeign' | 'change'> & {
  /** Whether the old rows stay while the reader goes up or changes the sort order. Source: requirements TRE-016; D-074. */
  readonly keepsRows?: boolean
}

/**
 * Loads the members that a search finds, page by page, once the path begins at the caller. A newer search cancels an
 * older one that still runs.
 *
 * Source: requirements TEA-046, TEA-052, TEA-053, TEA-055, TEA-061.
 */
export function useTeamList(options: ListOptions): TeamList {
  const { change } = options
  const query = useTeamPages(options)
  const rows = distinctMembers(query.data?.pages ?? [])
  const { last = 0, totalPages = 0 } = query.data?.pages.at(-1) ?? {}
  return {
    ...pagedList(query, rows),
    // Placeholder rows have more pages too; the query itself only knows its own.
    hasMore: hasMorePages(last, totalPages),
    more: () => {
      change((now) => ({ ...now, currentPage: last + 1 }))
      void query.fetchNextPage()
    },
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
    // A cached list is shown at once and loaded again.
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
          api.giveUpMs,
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

/** Loads pages one after the other; an address may ask for more pages than there are. Source: decisions D-069. */
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

/** Members of all pages, each id once: a member that moved between two requests is on two pages. */
function distinctMembers(pages: readonly Pages[]): readonly TeamMember[] {
  const all = pages.flatMap(({ rows }) => rows)
  return [...new Map(all.map((member) => [member.id, member])).values()]
}
