import { add, multiply, ratio, ZERO, type Fraction } from '../fraction.ts'
import type { EurCents } from '../money.ts'
import type { PercentRow, Plan, PoolRow } from '../plan/plan.ts'
import { reachesRow, type PeriodTurnover } from './checkpoints.ts'

/** What a pool collects from the orders of one plan version. Units: percent; cents. */
export type PoolPart = {
  readonly planVersion: number
  readonly turnover: EurCents
  readonly percent: Fraction
}

/**
 * The diamond row whose target opens a pool: the one of the pool's own rank.
 *
 * Source: decisions C6.
 */
export function poolCheckpoint(plan: Plan, pool: PoolRow): PercentRow | null {
  const { rows } = plan.programmes.diamond
  return rows.find(({ minimumRank }) => minimumRank?.id === pool.minimumRank.id) ?? null
}

/** Whether a partner has a share in a pool. Source: decisions C6. */
export function isInPool(
  plan: Plan,
  pool: PoolRow,
  rankId: number,
  diamondTurnover: PeriodTurnover,
): boolean {
  const row = poolCheckpoint(plan, pool)
  if (row === null || rankId < pool.minimumRank.id) return false
  const { legPercents } = plan.programmes.diamond
  return reachesRow(row, { legPercents, legRule: plan.legRule }, diamondTurnover)
}

/** What a pool collects in all. Units: EUR, exact. Source: decisions C6. */
export function poolVolume(parts: readonly PoolPart[]): Fraction {
  return parts.reduce((sum, { turnover, percent }) => {
    return add(sum, multiply({ num: turnover, den: 10_000n }, percent))
  }, ZERO)
}

/**
 * What each of `achievers` partners gets from a pool; 0 without achievers.
 *
 * Units: EUR, exact.
 * Rounding: none; the share is cut when it is credited, so all shares never exceed the pool.
 * Source: decisions C6.
 */
export function poolShare(volume: Fraction, achievers: number): Fraction {
  return achievers === 0 ? ZERO : ratio(volume.num, volume.den * BigInt(achievers))
}
