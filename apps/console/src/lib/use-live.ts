import type { CallReply } from '@partner-office/contracts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import type { ConsoleCall, Question } from './console-api.ts'
import { useConsole } from './console.ts'
import { queryOf } from './query-of.ts'

/**
 * What a call answers, read again by itself while the page is seen. The first read is the operator's; the others do not keep the
 * session open. What was read stays when a later read fails.
 *
 * Source: requirements TOD-009, OPR-006.
 */
export function useLive<const Of extends ConsoleCall>(
  contract: Of,
  everyMs: number,
  question: Question<Of> = {},
): UseQueryResult<CallReply<Of>> {
  const { api } = useConsole()
  const queries = useQueryClient()
  const { queryKey } = queryOf(api, contract, question)
  return useQuery<CallReply<Of>>({
    queryKey,
    queryFn: ({ signal }) => {
      // A first read that fails is repeated by the page, too.
      const { dataUpdateCount = 0, errorUpdateCount = 0 } = queries.getQueryState(queryKey) ?? {}
      const isRefresh = dataUpdateCount + errorUpdateCount > 0
      return api.call(contract, { ...question, signal, isRefresh })
    },
    refetchInterval: everyMs,
  })
}
