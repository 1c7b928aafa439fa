import {
  closeMonth,
  type MonthClose,
  monthEnd,
  parseMonth,
  type PlanVersion,
  type Rate,
} from '@partner-office/domain'

import type { Db } from '../../db/database.ts'
import { readRates } from '../rates/current-rates.ts'
import type { Closing } from './closing.ts'
import { type KnownPartners, readMonthOrders } from './read-month-facts.ts'

/** What one month is computed from. */
export type MonthInputs = Pick<Closing, 'period' | 'upToFact' | 'planVersion' | 'rateIds'>

type MonthSources = {
  readonly versions: readonly PlanVersion[]
  readonly partners: KnownPartners
  /** Rates that are not stored, to go on where one is missing. */
  readonly assumed?: readonly Rate[]
}

/**
 * Computes everything that a month's programmes credit, from stored facts alone.
 *
 * `partners` are those of the facts up to `upToFact`. Costs: reading all orders paid before the month's end.
 *
 * Refuses: `not_found`, if a programme is credited in a currency without a quote.
 * Source: decisions C4 to C7, C11.
 */
export async function computeMonth(
  db: Db,
  { versions, partners, assumed = [] }: MonthSources,
  { period, upToFact, planVersion, rateIds }: MonthInputs,
): Promise<MonthClose> {
  const month = parseMonth(period)!
  const orders = await readMonthOrders(db, partners, { upTo: upToFact, end: monthEnd(month) })
  return closeMonth({
    month,
    facts: { partners: partners.columns, orders },
    versions: versions.filter(({ version }) => version <= planVersion),
    rates: [...(await readRates(db, rateIds)), ...assumed],
  })
}
