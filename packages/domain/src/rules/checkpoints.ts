import type { Fraction } from '../fraction.ts'
import type { EurCents } from '../money.ts'
import type { LegRule, Rank } from '../plan/plan.ts'
import { countingTurnover, reachesTarget } from './fifty-percent-rule.ts'
import { progressPercent } from './progress-percent.ts'

/** A row of a programme as far as the rules look at it. */
export type TargetRow = { readonly minimumRank: Rank | null; readonly target: EurCents }

/**
 * A partner's turnover in the orders that a programme counts.
 *
 * Units: EUR cents; `topLegs` as for `countingTurnover`.
 */
export type PeriodTurnover = { readonly total: bigint; readonly topLegs: readonly bigint[] }

/** The terms of a programme for a turnover. Units: `legPercents` are fractions of a target. */
export type LegTerms = { readonly legPercents: readonly Fraction[]; readonly legRule: LegRule }

/** Whether a rank is high enough for a row. */
export function allowsRow(rankId: number, row: Pick<TargetRow, 'minimumRank'>): boolean {
  return row.minimumRank === null || row.minimumRank.id <= rankId
}

/** Whether the turnover reaches the target of a row under the 50 % rule. Source: decisions C1, C5. */
export function reachesRow(row: TargetRow, terms: LegTerms, turnover: PeriodTurnover): boolean {
  return reachesTarget(figuresFor(row, terms, turnover))
}

/** Progress of a turnover toward the target of one row. Units: cents, exact; whole percent. */
export type RowProgress = {
  readonly targetTurnover: EurCents
  readonly countingTurnover: Fraction
  readonly progress: number
}

/** The progress toward the target of a row; null without a row. Source: decisions C1. */
export function rowProgress(
  row: TargetRow | null,
  terms: LegTerms,
  turnover: PeriodTurnover,
): RowProgress | null {
  if (row === null) return null
  const counting = countingTurnover(figuresFor(row, terms, turnover))
  return {
    targetTurnover: row.target,
    countingTurnover: counting,
    progress: progressPercent(counting, row.target),
  }
}

function figuresFor(row: TargetRow, terms: LegTerms, { total, topLegs }: PeriodTurnover) {
  const { legPercents: percents, legRule: rule } = terms
  return { total, topLegs, target: row.target, percents, rule }
}

/** Where a partner stands in a programme of checkpoints. */
export type CheckpointStanding<Row> = {
  /** The rows the rank allows, by target. */
  readonly checkpoints: readonly Row[]
  readonly achieved: readonly Row[]
  /** The first row that is not achieved, else the highest; null if the rank allows no row. */
  readonly shown: Row | null
  /** Against the row that is shown. */
  readonly progress: RowProgress | null
}

/**
 * Which checkpoints of a programme are achieved, and which one is next.
 *
 * Source: decisions C5; RNK-039. Used by diamond, winner, bsp and cycled turbo.
 */
export function checkpointStanding<Row extends TargetRow>(
  programme: { readonly rows: readonly Row[] } & LegTerms,
  rankId: number,
  turnover: PeriodTurnover,
): CheckpointStanding<Row> {
  const checkpoints = programme.rows.filter((row) => allowsRow(rankId, row))
  const achieved = checkpoints.filter((row) => reachesRow(row, programme, turnover))
  const shown = checkpoints.find((row) => !achieved.includes(row)) ?? checkpoints.at(-1) ?? null
  return { checkpoints, achieved, shown, progress: rowProgress(shown, programme, turnover) }
}
