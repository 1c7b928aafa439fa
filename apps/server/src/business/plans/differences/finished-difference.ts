import type { Db } from '../../../db/database.ts'

export type FinishedDifference = {
  readonly id: number
  readonly months: readonly string[]
  readonly records: number
  readonly partners: number
  readonly totals: readonly {
    readonly type: string
    readonly currency: string
    readonly real: string
    readonly draft: string
    readonly difference: string
  }[]
}

export const finishedDifferenceOf = (
  _db: Db,
  _sha256: string,
): Promise<FinishedDifference | null> => Promise.resolve(null)
