import { QueryClient } from '@tanstack/react-query'

import type { Session } from './session.ts'

/** The cache of calls. It is emptied when the session changes: the next session may be of another account. */
export function queryCacheOf(session: Pick<Session, 'subscribe'>): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false } },
  })
  session.subscribe(() => queries.clear())
  return queries
}
