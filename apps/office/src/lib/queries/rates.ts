import { getCurrentRate } from '@partner-office/contracts'
import {
  type Currency,
  equivalentText,
  fraction,
  multiply,
  truncateToUnits,
  formatUnits,
} from '@partner-office/domain'
import type { Api } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

import type { Config } from '../configuration/config.ts'

/** A pair of currencies in one word. Source: requirements ENT-018. */
export const pairOf = (from: Currency, to: Currency): string => `${from}_${to}`

const REFRESH_MS = 60_000

/** Interval between reads of a rate: the operators' own, or a minute. Units: milliseconds. Source: requirements FMT-014, FMT-015. */
export const refreshMs = (config: Config): number =>
  Number(config.property('exchangeRefresh')) || REFRESH_MS

/** Interval between reads of a rate to USDT, wherever a value in USDT is shown. Source: requirements PAY-035. */
const USDT_REFRESH_MS = 2_000

/**
 * Reads the current rate of a pair, again and again while the page is seen; a pair may have no rate. A rate that is read
 * every two seconds fails without a notification: the next one may arrive.
 *
 * Source: requirements API-043, PAY-035; D-099.
 */
export const rateQuery = (api: Api, config: Config, from: Currency, to: Currency) =>
  queryOptions({
    queryKey: ['rate', pairOf(from, to)],
    queryFn: ({ signal }) =>
      api.call('rates', getCurrentRate, {
        query: { from, to, rateType: 'SELL' },
        quiet: to === 'USDT',
        signal,
      }),
    refetchInterval: to === 'USDT' ? USDT_REFRESH_MS : refreshMs(config),
  })

/** The equivalent of an amount at a rate. Units: plain decimals. Source: decisions C10. */
export const equivalent = (amount: string, rate: string): string =>
  equivalentText(multiply(fraction(amount), fraction(rate)))

/**
 * Converts an amount at a rate.
 *
 * Units: plain decimals. Rounding: towards zero, at `decimals`.
 * Source: requirements RNK-034.
 */
export const converted = (amount: string, rate: string, decimals: number): string =>
  formatUnits(truncateToUnits(multiply(fraction(amount), fraction(rate)), decimals), decimals)
