import type { CallReply, getBonusMonths } from '@partner-office/contracts'
import {
  BONUS_TYPES,
  type BonusType,
  formatUnits,
  fraction,
  truncateToUnits,
} from '@partner-office/domain'

import { decimalsShown } from '../../../lib/formats/formats.ts'
import { eurToCents, highestOf, isNonZero } from '../../../parts/figures/eur.ts'

type Months = CallReply<typeof getBonusMonths>

/** Bonuses of one type, month by month; null stands for all types together. Units: EUR. */
export type MonthRow = {
  readonly kind: BonusType | null
  readonly amounts: readonly string[]
  readonly total: string
  /** Amount of a full bar: the row's best month. */
  readonly scale: string
}

/** A part of a bar of all types: one of the largest types, or all smaller ones together. Units: EUR. */
export type MonthPart = {
  readonly kinds: readonly BonusType[]
  readonly amounts: readonly string[]
}

/** Bonuses by type and month, the oldest month first. Units: EUR; `win` in WIN. */
export type MonthChart = {
  readonly months: readonly number[]
  /** The sum of all types comes first, unless there is only one type. */
  readonly rows: readonly MonthRow[]
  /** Parts of the row of all types, the largest first. */
  readonly parts: readonly MonthPart[]
  /** Not converted to EUR, and therefore in no row. */
  readonly win: string
}

/** Arranges the caller's bonuses of some months for a chart. Source: decisions B3, C10. */
export function monthChart(months: Months): MonthChart {
  const kinds = BONUS_TYPES.map((kind) => rowOf(kind, months.map(eurOf(kind)))).filter(
    ({ amounts }) => amounts.some((amount) => isNonZero(amount)),
  )
  const all = rowOf(
    null,
    months.map((_, at) => sum(kinds.map(({ amounts }) => amounts[at]!))),
  )
  return {
    months: months.map(({ month }) => month),
    rows: kinds.length > 1 ? [all, ...kinds] : kinds,
    parts: partsOf(kinds),
    win: formatUnits(
      months.map(winOf).reduce((total, one) => total + one, 0n),
      WIN_DECIMALS,
    ),
  }
}

const rowOf = (kind: BonusType | null, amounts: readonly string[]): MonthRow => ({
  kind,
  amounts,
  total: sum(amounts),
  scale: highestOf(amounts),
})

/** Types with parts of their own, when there are more types than colours. */
const OWN_PARTS = 3

function partsOf(kinds: readonly MonthRow[]): readonly MonthPart[] {
  const largestFirst = kinds.toSorted((a, b) =>
    eurToCents(b.total) > eurToCents(a.total) ? 1 : -1,
  )
  const own = largestFirst.slice(0, OWN_PARTS).map((row) => [row])
  const others = largestFirst.slice(OWN_PARTS)
  return [...own, others]
    .filter((rows) => rows.length > 0)
    .map((rows) => ({
      kinds: rows.flatMap(({ kind }) => kind ?? []),
      amounts: rows[0]!.amounts.map((_, at) => sum(rows.map(({ amounts }) => amounts[at]!))),
    }))
}

const eurOf =
  (kind: BonusType) =>
  ({ kinds }: Months[number]): string =>
    kinds.find(({ bonusType }) => bonusType === kind)?.eur ?? '0.00'

const WIN_DECIMALS = decimalsShown('WIN')

const winOf = ({ kinds }: Months[number]): bigint =>
  kinds.reduce(
    (total, { amounts }) => total + truncateToUnits(fraction(amounts['WIN'] ?? '0'), WIN_DECIMALS),
    0n,
  )

const sum = (amounts: readonly string[]): string =>
  formatUnits(
    amounts.reduce((total, amount) => total + eurToCents(amount), 0n),
    2,
  )
