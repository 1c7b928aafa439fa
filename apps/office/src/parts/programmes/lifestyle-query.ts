import {
  type CallReply,
  getLifestyle,
  getLifestyleHistory,
  getLifestyleRequirements,
  type Lifestyle,
} from '@partner-office/contracts'
import { monthEnd } from '@partner-office/domain'
import { type Api, CallFailed, failedWith, whenReady } from '@partner-office/web'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { RANKS_FRESH_MS } from '../../lib/queries/ranks.ts'
import { lastKnown } from './programme-query.ts'

/** A row of lifestyle with the partner's state. */
export type LifestyleRow = Lifestyle['requirements'][number]

/** A month that lifestyle paid. */
export type PaidMonth = CallReply<typeof getLifestyleHistory>['content'][number]

/** Lifestyle of one month, and its rows with the partner's state. */
export type LifestyleMonth = {
  readonly lifestyle: Lifestyle
  readonly rows: readonly LifestyleRow[]
}

/**
 * Lifestyle in a month. Units: `month` is the first millisecond of a UTC month.
 *
 * Refuses: `not_found`, where a month has no rows.
 * Source: requirements XBO-005, XBO-011.
 */
export const lifestyleQuery = (api: Api, month: number) =>
  queryOptions({
    queryKey: ['programme', 'LIFESTYLE', month],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) => whenReady(() => loadLifestyle(api, month, signal), api.giveUpMs),
  })

async function loadLifestyle(
  api: Api,
  month: number,
  signal: AbortSignal,
): Promise<LifestyleMonth> {
  const timestamp = String(lastKnown(month, monthEnd(month)))
  const [lifestyle, rows] = await Promise.all([
    api.call('business', getLifestyle, { query: { bonusPeriod: String(month) }, signal }),
    api.call('business', getLifestyleRequirements, { query: { timestamp }, signal }),
  ])
  if (rows.length === 0) throw new CallFailed(failedWith('not_found'))
  return { lifestyle, rows }
}

/** A page of the months that lifestyle paid, the newest first; `page` counts from 1. Source: requirements XBO-006; D-111. */
export const lifestyleHistoryQuery = (api: Api, page: number, size: number) =>
  queryOptions({
    queryKey: ['lifestyle-history', page, size],
    staleTime: RANKS_FRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call('business', getLifestyleHistory, {
        query: { page: String(page - 1), size: String(size) },
        signal,
      }),
  })
