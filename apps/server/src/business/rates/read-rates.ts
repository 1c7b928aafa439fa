import type { CallReply, getCurrentRate } from '@partner-office/contracts'
import {
  type Currency,
  formatUnits,
  type Fraction,
  type RateType,
  rateBetween,
  Refusal,
  truncateToUnits,
} from '@partner-office/domain'

import type { Database } from '../../db/database.ts'
import { recentQuotes } from './current-rates.ts'

const MOST_DECIMALS = 18

type Pair = { readonly from: Currency; readonly to: Currency; readonly rateType: RateType }

/**
 * What one unit of a currency is in another now; `updatedAt` is when the newest quote in it was set,
 * or said to hold still by the feed it comes from.
 *
 * Rounding: cut at 18 decimals, where a rate that was worked out has no end.
 * Refuses: `not_found`, without a rate for the pair.
 * Source: decisions C10, D-098, D-099.
 */
export async function currentRate(
  database: Pick<Database, 'recent' | 'read'>,
  { from, to, rateType }: Pair,
): Promise<CallReply<typeof getCurrentRate>> {
  const { rates, quotedAt } = await recentQuotes(database)
  const found = from === to ? null : rateBetween(rates, from, to, rateType)
  if (found === null) throw new Refusal('not_found')
  const updatedAt = Math.max(...found.rateIds.map((id) => quotedAt.get(id)!))
  return { from, to, rateType, rate: rateText(found.rate), updatedAt }
}

const rateText = (rate: Fraction): string =>
  formatUnits(truncateToUnits(rate, MOST_DECIMALS), MOST_DECIMALS).replace(/\.?0+$/, '')
