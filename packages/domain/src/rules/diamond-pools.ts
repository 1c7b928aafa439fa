import { add, multiply, ratio, ZERO, type Fraction } from '../fraction.ts'
import type { EurCents } from '../money.ts'
import type { Plan, PoolRow } from '../plan/plan.ts'
import type { TargetRow } from './checkpoints.ts'

/** What a pool collects from the orders of one plan version. Units: percent; cents. */
export type PoolPart = {
  readonly planVersion: number
  readonly turnover: EurCents
  readonly percent: Fraction
}

/**
 * The pools of a plan with their targets: the one of the diamond row of the pool's own rank opens a pool.
 *
 * Source: decisions C6.
 */
export function poolRows({ programmes: { diamond, diamondPools } }: Plan): (PoolRow & TargetRow)[] {
  return diamondPools.rows.flatMap((pool) => {
    const row = diamond.rows.find(({ minimumRank }) => minimumRank?.id === pool.minimumRank.id)
    return row === undefined ? [] : { ...pool, target: row.target }
  })
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
