import { codeOf } from '@partner-office/web'
import { type Query, QueryClient } from '@tanstack/react-query'

const FRESH_MS = 30_000
const REPEAT_MS = 60_000

/** Failures of a server that pass by themselves; a refusal stays until its cause is gone. */
const PASSING = new Set(['internal_server_error', 'data_not_ready'])

/** The cache of calls. A call that a server failed to answer is repeated every minute while its page is open. */
export const officeQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: FRESH_MS,
        refetchOnWindowFocus: true,
        refetchInterval: (query) => (hasFailed(query) ? REPEAT_MS : false),
      },
    },
  })

const hasFailed = (query: Query): boolean =>
  query.state.status === 'error' && PASSING.has(codeOf(query.state.error)) && !isMore(query)

/** Whether the last load was of a further page of a list: the list offers the retry, below its rows. */
export const isMore = ({ state: { fetchMeta } }: Query): boolean =>
  fetchMeta?.fetchMore !== undefined
