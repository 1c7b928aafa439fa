import type { CoinUnits, Derivation, MonthClose, PeriodRecord } from '@partner-office/domain'

/** A record to credit: of the closed month, or a late correction of an earlier month. */
export type PeriodCredit = {
  readonly record: PeriodRecord
  /** The number of its derivation among those of the closing and period. */
  readonly derivation: number
  readonly creditedBefore: CoinUnits | null
}

/** The numbers that a month's derivations are stored under. */
export function derivationNumbers({ derivations }: MonthClose): Map<Derivation, number> {
  return new Map(derivations.map((derivation, number) => [derivation, number]))
}

/** The credits of a month, from one place up to another, without late corrections. */
export function creditsOf(month: MonthClose, { from, to }: RecordSlice): PeriodCredit[] {
  const numbers = derivationNumbers(month)
  return Array.from(month.records(from, to), (record) => {
    const derivation = numbers.get(record.derivation)!
    return { record, derivation, creditedBefore: null }
  })
}

const RECORDS_A_SLICE = 5_000

/** A part of a month's records: from one place up to another. */
export type RecordSlice = { readonly from: number; readonly to: number }

/** The records of a month in slices of a few thousand. */
export function* recordSlices({ size }: MonthClose): Generator<RecordSlice> {
  for (let from = 0; from < size; from += RECORDS_A_SLICE) {
    yield { from, to: Math.min(from + RECORDS_A_SLICE, size) }
  }
}
