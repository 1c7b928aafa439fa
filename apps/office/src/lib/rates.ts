import { getCurrentRate } from '@partner-office/contracts'
import {
  type Currency,
  fraction,
  multiply,
  truncateToUnits,
  formatUnits,
} from '@partner-office/domain'
import type { Api } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

import type { Config } from './config.ts'

/** A pair as it is written in one word. Source: requirements ENT-018. */
export const pairOf = (from: Currency, to: Currency): string => `${from}_${to}`

/** How often rates are asked for again, unless the operators say otherwise. Source: requirements FMT-014, FMT-015. */
const REFRESH_MS = 60_000

/** What one unit of `from` is in `to` now; there may be no rate for the pair. Source: requirements API-043; D-099. */
export const rateQuery = (api: Api, config: Config, from: Currency, to: Currency) =>
  queryOptions({
    queryKey: ['rate', pairOf(from, to)],
    queryFn: ({ signal }) =>
      api.call('exchange', getCurrentRate, { query: { from, to, rateType: 'SELL' }, signal }),
    refetchInterval: Number(config.property('exchangeRefresh')) || REFRESH_MS,
  })

/**
 * An amount in another currency, at a rate.
 *
 * Units: plain decimals. Rounding: towards zero, at `decimals`.
 * Source: requirements RNK-034.
 */
export const converted = (amount: string, rate: string, decimals: number): string =>
  formatUnits(truncateToUnits(multiply(fraction(amount), fraction(rate)), decimals), decimals)
