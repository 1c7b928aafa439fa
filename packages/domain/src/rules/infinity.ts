import { compare, isZero, subtract, ZERO, type Fraction } from '../fraction.ts'
import type { EurCents } from '../money.ts'
import type { PercentRow, Plan } from '../plan/plan.ts'
import { allowsRow, reachesRow, rowProgress } from './checkpoints.ts'
import type { LegTerms, PeriodTurnover, RowProgress } from './checkpoints.ts'

/** Where a partner stands in the infinity bonus of a month. */
export type InfinityStanding = {
  /** The row of the highest rank not above the partner's; null if there is none. */
  readonly row: PercentRow | null
  /** The row that is shown: the own one, else the first of all. */
  readonly shown: PercentRow | null
  /** Against the row that is shown. */
  readonly progress: RowProgress | null
  /** The highest row, not above the own one, that is reached against its own target. */
  readonly effective: PercentRow | null
}

/**
 * The row a partner stands on and the row that is reached. A rise in rank never takes away what a
 * lower row has earned.
 *
 * Source: decisions C4.
 */
export function infinityStanding(
  programme: { readonly rows: readonly PercentRow[] } & LegTerms,
  rankId: number,
  turnover: PeriodTurnover,
): InfinityStanding {
  const own = programme.rows.filter((row) => allowsRow(rankId, row))
  const row = own.at(-1) ?? null
  const shown = row ?? programme.rows[0] ?? null
  return {
    row,
    shown,
    progress: rowProgress(shown, programme, turnover),
    effective: own.findLast((candidate) => reachesRow(candidate, programme, turnover)) ?? null,
  }
}

/** An ancestor of the buyer as the infinity bonus sees it. Units: `effective` in percent. */
export type InfinityAncestor = {
  readonly partnerId: number
  readonly blocked: boolean
  /** At the moment the order was paid. */
  readonly active: boolean
  readonly hasRow: boolean
  readonly effective: Fraction
}

export type InfinityZeroReason =
  | 'blocked'
  | 'rank_too_low'
  | 'target_not_reached'
  | 'inactive'
  | 'not_above_paid'

/** What one ancestor gets of an order, or the reason for nothing. Units: percents of the order; EUR, exact. */
export type InfinityStep = {
  readonly partnerId: number
  readonly depth: number
  readonly effective: Fraction
  /** What was paid to the ancestors before. */
  readonly paidBefore: Fraction
  readonly share: Fraction
  readonly eur: Fraction
  readonly reason: InfinityZeroReason | null
}

/**
 * The way of an order up the sponsors: each ancestor gets the own percent less the percent paid before.
 *
 * Units: `amount` in EUR cents; ancestors nearest first.
 * Rounding: none; an accrual is cut when it is credited.
 * Source: decisions C4, C11.13.
 */
export function infinitySteps(
  plan: Pick<Plan, 'infinityNeedsActivity'>,
  amount: EurCents,
  ancestors: readonly InfinityAncestor[],
): InfinityStep[] {
  let paidBefore = ZERO
  return ancestors.map((ancestor, index) => {
    const { partnerId, effective } = ancestor
    const reason = reasonForNothing(ancestor, paidBefore, plan.infinityNeedsActivity)
    const share = reason === null ? subtract(effective, paidBefore) : ZERO
    const eur = { num: amount * share.num, den: 10_000n * share.den }
    const step = { partnerId, depth: index + 1, effective, paidBefore, share, eur, reason }
    if (reason === null) paidBefore = effective
    return step
  })
}

function reasonForNothing(
  { blocked, active, hasRow, effective }: InfinityAncestor,
  paidBefore: Fraction,
  needsActivity: boolean,
): InfinityZeroReason | null {
  if (blocked) return 'blocked'
  if (!hasRow) return 'rank_too_low'
  if (isZero(effective)) return 'target_not_reached'
  if (needsActivity && !active) return 'inactive'
  return compare(effective, paidBefore) > 0 ? null : 'not_above_paid'
}
