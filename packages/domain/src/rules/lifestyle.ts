import type { EurRow } from '../plan/plan.ts'
import {
  checkpointStanding,
  rowProgress,
  type LegTerms,
  type PeriodTurnover,
  type RowProgress,
} from './checkpoints.ts'

/** The rank whose row is shown to partners who can reach no row yet. */
const FALLBACK_RANK = 'DIAMOND'

/** Where a partner stands in the lifestyle programme. */
export type LifestyleStanding = {
  readonly rows: readonly {
    readonly row: EurRow
    readonly isReachable: boolean
    readonly status: 'reached' | 'next' | ''
  }[]
  /** The row that is paid; null if none is reached. */
  readonly current: EurRow | null
  readonly next: EurRow | null
  /** Against the next row. */
  readonly progress: RowProgress | null
}

/**
 * The lifestyle row that is paid, the next one, and the state of every row.
 *
 * Source: decisions C7, C11.17; XBO-009, XBO-010.
 */
export function lifestyleStanding(
  programme: { readonly rows: readonly EurRow[] } & LegTerms,
  rankId: number,
  turnover: PeriodTurnover,
): LifestyleStanding {
  const { rows } = programme
  const { checkpoints: reachable, achieved } = checkpointStanding(programme, rankId, turnover)
  const current = achieved.at(-1) ?? null
  const above = reachable[reachable.lastIndexOf(current!) + 1]
  const fallback = rows.find(({ minimumRank }) => minimumRank?.code === FALLBACK_RANK)
  const next = above ?? reachable.at(-1) ?? fallback ?? null
  const statusOf = (row: EurRow) => (row === next ? 'next' : '')
  return {
    rows: rows.map((row) => ({
      row,
      isReachable: reachable.includes(row),
      status: achieved.includes(row) ? 'reached' : statusOf(row),
    })),
    current,
    next,
    progress: rowProgress(next, programme, turnover),
  }
}
