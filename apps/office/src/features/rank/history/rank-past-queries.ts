import { getRangForecast, getRangHistory, getRangMonths } from '@partner-office/contracts'
import { type Api, whenReady } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

import { RANKS_FRESH_MS } from '../../../lib/queries/ranks.ts'

/** Reads the ranks that the caller reached, the last one first. */
export const rankHistoryQuery = (api: Api) =>
  queryOptions({
    queryKey: ['rank', 'history'],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) =>
      whenReady(() => api.call('business', getRangHistory, { signal }), api.giveUpMs),
  })

/** Reads the caller's counting turnover of the last 24 months. */
export const rankMonthsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['rank', 'months'],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) =>
      whenReady(() => api.call('business', getRangMonths, { signal }), api.giveUpMs),
  })

/** Reads the forecast of the caller's next rank. */
export const rankForecastQuery = (api: Api) =>
  queryOptions({
    queryKey: ['rank', 'forecast'],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) =>
      whenReady(() => api.call('business', getRangForecast, { signal }), api.giveUpMs),
  })
