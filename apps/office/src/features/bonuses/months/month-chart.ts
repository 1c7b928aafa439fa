import type { CallReply, getBonusMonths } from '@partner-office/contracts'
import {
  BONUS_TYPES,
  type BonusType,
  formatUnits,
  fraction,
  truncateToUnits,
} from '@partner-office/domain'

import { decimalsShown } from '../../../lib/formats.ts'
import { eurToCents, isNonZero } from '../../../parts/figures/eur.ts'

type Months = CallReply<typeof getBonusMonths>

/** Bonuses of one type, month by month; null stands for all types together. Units: EUR. */
export type MonthRow = {
  readonly kind: BonusType | null
  readonly amounts: readonly string[]
  readonly total: string
}

/** Bonuses by type and month, the oldest month first. Units: EUR; `win` in WIN. */
export type MonthChart = {
  readonly months: readonly number[]
  /** The sum of all types comes first, unless there is only one type. */
  readonly rows: readonly MonthRow[]
  /** Amount of a full bar. */
  readonly scale: string
  /** Not converted to EUR, and therefore in no row. */
  readonly win: string
}

/** Arranges the caller's bonuses of some months for a chart with one scale. Source: decisions B3, C10. */
export function monthChart(months: Months): MonthChart {
  const kinds = BONUS_TYPES.map((kind) => rowOf(kind, months.map(eurOf(kind)))).filter(
    ({ amounts }) => amounts.some((amount) => isNonZero(amount)),
  )
  const all = rowOf(
    null,
    months.map((_, at) => sum(kinds.map(({ amounts }) => amounts[at]!))),
  )
  const highest = all.amounts.concat(...kinds.map(({ amounts }) => amounts)).map(eurToCents)
  return {
    months: months.map(({ month }) => month),
    rows: kinds.length > 1 ? [all, ...kinds] : kinds,
    scale: formatUnits(
      highest.reduce((most, one) => (one > most ? one : most), 0n),
      2,
    ),
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
})

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
