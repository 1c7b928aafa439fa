import { type getTeam, TEAM_SORT_FIELDS } from '@partner-office/contracts'
import { TEAM_RANGES, type TeamSearch } from '@partner-office/domain'
import type { Asked } from '@partner-office/web'

/** Request parameters of a team search, without the page. */
export type TeamQuestion = Omit<Asked<(typeof getTeam)['query']>, 'page' | 'size'>

export type TeamSort = NonNullable<TeamQuestion['sort']>

/** All sort orders; descending comes first. Source: requirements TEA-019. */
export const TEAM_SORTS: readonly TeamSort[] = TEAM_SORT_FIELDS.flatMap(
  (field) => [`${field}|desc`, `${field}|asc`] as const,
)

/** Rows per page. Source: requirements TEA-021, TRE-009. */
export const PAGE_SIZE = '20'

/**
 * Request parameters of a search. Filters that are not set are left out.
 *
 * Source: requirements TEA-022, TEA-024, TEA-062, TEA-063.
 */
export function teamQuestion(search: TeamSearch): TeamQuestion {
  const { path, sort, scope, rank, status } = search
  const name = search.name.trim()
  return {
    sponsorId: String(path.at(-1)!.id),
    sort: sort as TeamSort,
    ...(scope === 'downline' && { scope }),
    ...(rank !== '' && { rang: rank }),
    ...(status !== 'any' && { active: status === 'active' ? 'true' : 'false' }),
    ...(name !== '' && { name }),
    ...bounds(search),
  }
}

function bounds({ ranges }: TeamSearch): Partial<TeamQuestion> {
  return Object.fromEntries(
    TEAM_RANGES.flatMap((range) => {
      const { min, max } = ranges[range] ?? {}
      return [
        ...(min === undefined ? [] : [[`${range}Min`, min]]),
        ...(max === undefined ? [] : [[`${range}Max`, max]]),
      ]
    }),
  )
}
