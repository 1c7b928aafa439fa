import { type AuditResult, getAudit } from '@partner-office/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'

import { useConsole } from '../../lib/console.ts'

/** The filters of the log as the address has them; undefined: not set. */
export type LogFilter = {
  readonly actor?: string | undefined
  readonly from?: string | undefined
  readonly command?: string | undefined
  readonly object?: string | undefined
  readonly result?: AuditResult | undefined
  readonly proposal?: string | undefined
  readonly requestId?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Entries of the log page by page, the newest first. */
export function useEntries(filter: LogFilter) {
  const { api } = useConsole()
  return useInfiniteQuery({
    queryKey: [getAudit.path, filter],
    queryFn: ({ pageParam, signal }) => {
      const asked = pageParam === '' ? filter : { ...filter, cursor: pageParam }
      return api.call(getAudit, { query: asked, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}
