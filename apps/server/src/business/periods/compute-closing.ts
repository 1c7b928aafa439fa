import type { MonthClose } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'
import type { Core } from '../../core/core.ts'
import { type Closing, findClosing } from './closing.ts'
import { computeMonth } from './compute-month.ts'
import type { PeriodCredit } from './period-credit.ts'
import { readPartners } from './read-month-facts.ts'
import { correctionsOf } from './late-credits.ts'

/** A closing with everything it credits, computed and not posted yet. */
export type ComputedClosing = {
  readonly closing: Closing
  readonly month: MonthClose
  /** The earlier months it corrects, computed again with their own plan and rates from all facts now present. */
  readonly late: readonly MonthClose[]
}

/** Compute a closing from what it was settled on. Refuses: as `computeMonth`. */
export async function computeClosing(
  { plans }: Pick<Core, 'plans'>,
  db: Db,
  closing: Closing,
): Promise<ComputedClosing> {
  const versions = await plans.versions(db)
  const partners = await readPartners(db, closing.upToFact)
  const month = await computeMonth(db, { versions, partners }, closing)
  const late: MonthClose[] = []
  for (const period of closing.latePeriods) {
    const earlier = (await findClosing(db, period))!
    const { upToFact } = closing
    late.push(await computeMonth(db, { versions, partners }, { ...earlier, upToFact }))
  }
  return { closing, month, late }
}

const RECORDS_A_SLICE = 5_000

type Slice = { readonly from: number; readonly to: number }

/** The records of a month, a few thousand at a time. */
export function* slicesOf({ size }: MonthClose): Generator<Slice> {
  for (let from = 0; from < size; from += RECORDS_A_SLICE) {
    yield { from, to: Math.min(from + RECORDS_A_SLICE, size) }
  }
}

/** What an earlier month owes more, a few thousand records at a time. */
export async function* correctionSlices(
  db: Db,
  closing: Closing,
  again: MonthClose,
): AsyncGenerator<{ readonly slice: Slice; readonly credits: PeriodCredit[] }> {
  for (const slice of slicesOf(again)) {
    yield { slice, credits: await correctionsOf(db, closing, again, slice) }
  }
}
