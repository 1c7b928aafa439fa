import type { MonthClose, Rate } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'
import type { Core } from '../../core/core.ts'
import { type Closing, findClosing } from './closing.ts'
import { computeMonth } from './compute-month.ts'
import { readPartners } from './read-month-facts.ts'

/** A closing with everything it credits. */
export type ComputedClosing = {
  readonly closing: Closing
  readonly month: MonthClose
  /** The earlier months it corrects, computed again with their own plan and rates from all facts up to the closing's. */
  readonly late: readonly MonthClose[]
}

/** Computes everything that a closing credits, with `assumed` rates besides its own. Refuses: as `computeMonth`. */
export async function computeClosing(
  { plans }: Pick<Core, 'plans'>,
  db: Db,
  closing: Closing,
  assumed: readonly Rate[] = [],
): Promise<ComputedClosing> {
  const versions = await plans.versions(db)
  const partners = await readPartners(db, closing.upToFact)
  const month = await computeMonth(db, { versions, partners, assumed }, closing)
  const late: MonthClose[] = []
  for (const period of closing.latePeriods) {
    const earlier = (await findClosing(db, period))!
    const { upToFact } = closing
    late.push(await computeMonth(db, { versions, partners }, { ...earlier, upToFact }))
  }
  return { closing, month, late }
}
