import type { PeriodCorrection } from '@partner-office/contracts'
import type { ProgrammeTotal } from '@partner-office/domain'

import { readSums } from '../../business/months/closed-period.ts'
import type { StoredClosing } from '../../business/months/closing.ts'
import { readLargestCorrections } from '../../business/months/largest-corrections.ts'
import { readProgrammes } from '../../business/months/programme-sums.ts'
import type { Db } from '../../db/database.ts'
import { largestOf, readCorrections, type StoredCorrection } from './sums.ts'

/** What a closing credits to earlier months. */
export type StoredCorrections = {
  readonly months: readonly PeriodCorrection[]
  readonly largest: readonly StoredCorrection[]
}

/** What sealed months have credited. A sealed month never changes, so each is counted once in a process. */
export class SealedSums {
  readonly #totals = new Map<number, Promise<ProgrammeTotal[]>>()
  readonly #corrections = new Map<number, Promise<StoredCorrections>>()

  /** The totals of a closing by programme. While the closing is being posted, the totals so far. */
  read(db: Db, closing: StoredClosing): Promise<ProgrammeTotal[]> {
    if (!closing.isSealed) return readProgrammes(db, closing)
    return once(this.#totals, closing, () => readProgrammes(db, closing))
  }

  /** What a sealed closing has credited to earlier months, among all closings. */
  corrections(
    db: Db,
    closings: readonly StoredClosing[],
    closing: StoredClosing,
  ): Promise<StoredCorrections> {
    return once(this.#corrections, closing, async () => {
      const before = closings.filter(({ id }) => id < closing.id)
      const sums = await readSums(db, closing, closing.latePeriods)
      const largest = await readLargestCorrections(db, closing)
      return {
        months: await readCorrections(db, before, closing, sums),
        largest: largest.map(largestOf),
      }
    })
  }
}

function once<Value>(
  known: Map<number, Promise<Value>>,
  { id }: StoredClosing,
  read: () => Promise<Value>,
): Promise<Value> {
  const value = known.get(id) ?? read()
  known.set(id, value)
  value.catch(() => known.delete(id))
  return value
}
