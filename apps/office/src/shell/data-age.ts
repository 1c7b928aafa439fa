import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { isMore } from '../lib/queries/query-cache.ts'

/** When the oldest data on the page was loaded; null without data. Units: epoch milliseconds. */
export const useOldestData = (): number | null => useOldest(isShown)

/** When the oldest data was loaded that failed to load again, and a retry. Units: epoch milliseconds. */
export function useFailedData(): { readonly loadedAt: number | null; readonly retry: () => void } {
  const queries = useQueryClient()
  return {
    loadedAt: useOldest(isOutdated),
    retry: () => void queries.refetchQueries({ predicate: isOutdated }),
  }
}

/** Data that is loaded once is as good as new. */
const isShown = (query: Query): boolean =>
  query.state.data !== undefined &&
  query.observers.some(({ options: { staleTime } }) => staleTime !== Infinity)

/** News and rates tell themselves how old they are, and load again by themselves. */
const APART: ReadonlySet<unknown> = new Set(['news', 'rate'])

const isOutdated = (query: Query): boolean =>
  query.state.status === 'error' &&
  !isMore(query) &&
  isShown(query) &&
  !APART.has(query.queryKey[0])

function useOldest(counts: (query: Query) => boolean): number | null {
  const cache = useQueryClient().getQueryCache()
  const subscribe = (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange))
  return useSyncExternalStore(subscribe, () => {
    const times = cache.findAll({ type: 'active', predicate: counts })
    return times.length === 0
      ? null
      : Math.min(...times.map(({ state: { dataUpdatedAt } }) => dataUpdatedAt))
  })
}
