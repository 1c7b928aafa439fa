import {
  closeMonth,
  type DraftCourse,
  type MonthClose,
  monthEnd,
  parseMonth,
  planAt,
  type PlanVersion,
  ranksAt,
} from '@partner-office/domain'

import type { Work } from '../../../db/database.ts'
import type { Closing } from '../../months/closing.ts'
import { readMonthOrders, readPartners } from '../../months/read-month-facts.ts'
import { readRates } from '../../rates/current-rates.ts'
import { reading } from './difference-role.ts'
import { ruleOfMonth, type PartRule, type RankCodes } from './explained-part.ts'
import type { SideAmounts } from './side-amounts.ts'

/** A month as a draft would have closed it, and the ranks that partners really held at its end. */
export type DraftMonth = {
  readonly month: MonthClose
  /** The code of the rank that a partner held at the month's end. */
  readonly rankOf: (partnerId: number) => string
}

/**
 * Computes a month with a draft on the facts and at the rates of its closing, by the code of the close.
 *
 * Refuses: `not_found`, if the draft credits a currency that the closing has no quote of.
 */
export async function computeDraftMonth(
  database: Work,
  closing: Closing,
  { course, stored }: { readonly course: DraftCourse; readonly stored: readonly PlanVersion[] },
): Promise<DraftMonth> {
  const { period, upToFact, rateIds } = closing
  const month = parseMonth(period)!
  const end = monthEnd(month)
  const { partners, orders, rates } = await reading(database, async (tx) => {
    const found = await readPartners(tx, upToFact)
    return {
      partners: found,
      orders: await readMonthOrders(tx, found, { upTo: upToFact, end }),
      rates: await readRates(tx, rateIds),
    }
  })
  const { versions, ladders, succession } = course
  const facts = { partners: partners.columns, orders }
  const closed = closeMonth({ month, facts, versions, rates, ladders, succession })
  const known = stored.filter(({ version }) => version <= closing.planVersion)
  const ranks = ranksAt(closed.basis.turnovers, known, end)
  return { month: closed, rankOf: rankCodes(known, end, (id) => ranks[partners.rowOf(id)]) }
}

/** A partner who was registered after the closing holds the first rank. */
function rankCodes(
  versions: readonly PlanVersion[],
  end: number,
  rankOf: (partnerId: number) => number | undefined,
): (partnerId: number) => string {
  const { ranks } = planAt(versions, end - 1).plan
  return (partnerId) => {
    const held = rankOf(partnerId) ?? 0
    return (ranks.findLast(({ id }) => id <= held) ?? ranks[0]!).code
  }
}

/** Adds the records of a computed month to the amounts of the draft. */
export function addRecords(amounts: SideAmounts, month: MonthClose, codes: RankCodes): void {
  const rules = new Map<unknown, Map<string, PartRule>>()
  for (const record of month.records()) {
    const { derivation, pool, window } = record
    const known = rules.get(derivation) ?? new Map<string, PartRule>()
    rules.set(derivation, known)
    const key = `${pool} ${window}`
    const rule = known.get(key) ?? ruleOfMonth(derivation, { pool, window }, codes)
    known.set(key, rule)
    amounts.add({
      ...record,
      cents: record.orderAmount ?? 0n,
      rate: derivation.rate?.rate ?? null,
      rule,
    })
  }
}
