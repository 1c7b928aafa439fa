import type { CallInput, getTeamExport, TeamSortField } from '@partner-office/contracts'

import { MEASURES } from '../../network/search/question.ts'
import type { TeamPage } from '../../network/search/team-index.ts'
import type { OpenTeam } from './open-team.ts'

export type TeamQuestion = CallInput<typeof getTeamExport>['query']

/** The requested part of the matching rows. */
type Stretch = { readonly offset: number; readonly limit: number }

/**
 * Matching members, sorted (ties by id), and the total count.
 *
 * Source: decisions D-066 to D-068.
 */
export function findTeam(
  { index, top, now }: OpenTeam,
  { scope, sort, rang, active, name, ...bounds }: TeamQuestion,
  stretch: Stretch,
): TeamPage {
  const rank = rang === undefined ? null : index.ladder.codes.indexOf(rang)
  if (rank === -1) return { rows: [], total: 0 }
  const [field, direction] = sort.split('|') as [TeamSortField, 'asc' | 'desc']
  return index.find({
    ...stretch,
    top,
    scope,
    sort: field,
    isDescending: direction === 'desc',
    bounds: MEASURES.flatMap((measure) => boundOf(measure, bounds)),
    rank,
    active: active ?? null,
    now,
    name: name ?? null,
  })
}

function boundOf(field: (typeof MEASURES)[number], bounds: Bounds) {
  const { [`${field}Min` as const]: min, [`${field}Max` as const]: max } = bounds
  if (min === undefined && max === undefined) return []
  return [{ field, min: min ?? Number.NEGATIVE_INFINITY, max: max ?? Number.POSITIVE_INFINITY }]
}

type Bounds = Pick<TeamQuestion, `${(typeof MEASURES)[number]}${'Min' | 'Max'}`>
