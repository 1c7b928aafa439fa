import { getTeam } from '@partner-office/contracts'
import type { TeamSearch } from '@partner-office/domain'
import { useQuery } from '@tanstack/react-query'

import { useOffice } from '../../../lib/session/office.ts'
import { teamQuestion } from './team-question.ts'
import type { TeamList } from './use-team-list.ts'

/** Number of matching members; undefined while the list loads. A longer list is counted by a request for pages of one row. */
export function useTeamCount(search: TeamSearch, list: TeamList): number | undefined {
  const isKnown = !list.hasMore && (list.phase === 'success' || list.phase === 'empty')
  const counted = useCounted(search, list.hasMore)
  return isKnown ? list.rows.length : counted
}

/** Number of matches in the whole team for a search that finds nothing in the first line; undefined where it is not known. */
export const useWholeTeamCount = (search: TeamSearch): number | undefined =>
  useCounted({ ...search, scope: 'downline' }, search.scope === 'firstLine')

/** Number of matches, by a request for pages of one row. */
function useCounted(search: TeamSearch, isAsked: boolean): number | undefined {
  const { api } = useOffice()
  const question = teamQuestion(search)
  const { data } = useQuery({
    queryKey: ['team', 'count', question],
    queryFn: ({ signal }) =>
      api.call('business', getTeam, {
        query: { ...question, page: '0', size: '1' },
        quiet: true,
        signal,
      }),
    enabled: isAsked,
  })
  return isAsked ? data?.totalPages : undefined
}
