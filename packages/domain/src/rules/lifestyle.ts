import { eurCents, type EurCents } from '../money.ts'
import type { EurRow, Programme } from '../plan/plan.ts'
import {
  allowsRow,
  reachesRow,
  rowProgress,
  type LegTerms,
  type PeriodTurnover,
  type RowProgress,
} from './checkpoints.ts'

/** The rank whose row is shown to partners who can reach no row yet. */
const FALLBACK_RANK = 'DIAMOND'

export type LifestyleRow = {
  readonly row: EurRow
  readonly isReachable: boolean
  readonly status: 'reached' | 'next' | ''
}

/** Where a partner stands in the lifestyle programme. Units: amounts in EUR cents, 0 for none. */
export type LifestyleStanding = {
  readonly rows: readonly LifestyleRow[]
  readonly current: EurRow | null
  readonly next: EurRow | null
  readonly currentAmount: EurCents
  readonly nextAmount: EurCents
  readonly isReached: boolean
  /** Against the next row. */
  readonly progress: RowProgress | null
}

/**
 * The lifestyle row that is paid, the next one, and the state of every row.
 *
 * Source: decisions C7, C11.17; XBO-009, XBO-010.
 */
export function lifestyleStanding(
  programme: Pick<Programme<EurRow>, 'rows'> & LegTerms,
  rankId: number,
  turnover: PeriodTurnover,
): LifestyleStanding {
  const reachable = programme.rows.filter((row) => allowsRow(rankId, row))
  const reached = reachable.filter((row) => reachesRow(row, programme, turnover))
  const current = reached.at(-1) ?? null
  const next = nextRow(programme.rows, reachable, reached)
  return {
    rows: programme.rows.map((row) => ({
      row,
      isReachable: reachable.includes(row),
      status: statusOf(row, reached, next),
    })),
    current,
    next,
    currentAmount: current?.amount ?? eurCents(0n),
    nextAmount: next?.amount ?? eurCents(0n),
    isReached: current !== null,
    progress: rowProgress(next, programme, turnover),
  }
}

function nextRow(
  rows: readonly EurRow[],
  reachable: readonly EurRow[],
  reached: readonly EurRow[],
): EurRow | null {
  const above = reachable.slice(reachable.lastIndexOf(reached.at(-1)!) + 1)
  const fallback = rows.find(({ minimumRank }) => minimumRank?.code === FALLBACK_RANK)
  return above[0] ?? reachable.at(-1) ?? fallback ?? null
}

function statusOf(
  row: EurRow,
  reached: readonly EurRow[],
  next: EurRow | null,
): LifestyleRow['status'] {
  if (reached.includes(row)) return 'reached'
  return row === next ? 'next' : ''
}
