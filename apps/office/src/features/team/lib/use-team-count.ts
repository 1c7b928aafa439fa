import { getTeam } from '@partner-office/contracts'
import type { TeamSearch } from '@partner-office/domain'
import { useQuery } from '@tanstack/react-query'

import { useOffice } from '../../../lib/office.ts'
import { teamQuestion } from './team-question.ts'
import type { TeamList } from './use-team-list.ts'

/** Number of matching members; undefined while the list loads. A longer list is counted by a request for pages of one row. */
export function useTeamCount(search: TeamSearch, list: TeamList): number | undefined {
  const { api } = useOffice()
  const question = teamQuestion(search)
  const isKnown = !list.hasMore && (list.phase === 'success' || list.phase === 'empty')
  const { data } = useQuery({
    queryKey: ['team', 'count', question],
    queryFn: ({ signal }) =>
      api.call('business', getTeam, {
        query: { ...question, page: '0', size: '1' },
        quiet: true,
        signal,
      }),
    enabled: list.hasMore,
  })
  return isKnown ? list.rows.length : data?.totalPages
}
