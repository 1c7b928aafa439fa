import {
  type BonusRecord,
  getBonusHistory,
  getBonusMonths,
  getInfinity,
  getInfinityRequirements,
  type Requirement,
} from '@partner-office/contracts'
import { BONUS_TYPES, monthEnd } from '@partner-office/domain'
import { type Api, CallFailed, failedWith, whenReady } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

import { RANKS_FRESH_MS } from './ranks.ts'

/** The infinity record of a month, with the requirements in force. */
export type InfinityMonth = {
  readonly record: BonusRecord
  readonly requirements: readonly [Requirement, ...Requirement[]]
}

/**
 * Reads infinity of a month. Each month has its own cache entry.
 *
 * Units: `month` is the first millisecond of a UTC month.
 * Refuses: `not_found`, where a month has no rows.
 * Source: requirements BON-009 to BON-013, INF-007, INF-029.
 */
export const infinityQuery = (api: Api, month: number) =>
  queryOptions({
    queryKey: ['infinity', month],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) => whenReady(() => loadInfinity(api, month, signal), api.giveUpMs),
  })

async function loadInfinity(api: Api, month: number, signal: AbortSignal): Promise<InfinityMonth> {
  // The requirements at the end of the month. The service refuses instants in the future, so a month that still runs
  // is read with the requirements at its start.
  const end = monthEnd(month)
  const timestamp = String(end > Date.now() ? month : end - 1)
  const [record, [first, ...others]] = await Promise.all([
    api.call('business', getInfinity, { query: { bonusPeriod: String(month) }, signal }),
    api.call('business', getInfinityRequirements, { query: { timestamp }, signal }),
  ])
  if (first === undefined) throw new CallFailed(failedWith('not_found'))
  return { record, requirements: [first, ...others] }
}

/** Reads the partner's newest bonus; adjustments are none. */
export const latestBonusQuery = (api: Api) =>
  queryOptions({
    queryKey: ['bonuses', 'latest'],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) =>
      api.call('business', getBonusHistory, {
        query: { size: '1', page: '0', bonusTypes: BONUS_TYPES.join(',') },
        quiet: true,
        signal,
      }),
  })

/** Reads the partner's bonuses of twelve months by kind, the current month last. Source: requirements BON-021. */
export const bonusMonthsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['bonuses', 'months'],
    staleTime: RANKS_FRESH_MS,
    queryFn: ({ signal }) =>
      whenReady(
        () => api.call('business', getBonusMonths, { query: { months: '12' }, signal }),
        api.giveUpMs,
      ),
  })
