import type { PercentRow } from '../../plan/plan.ts'
import type { MonthBasis } from './month-basis.ts'
import type { PlanSegment } from './plan-segments.ts'

/**
 * The percent that each partner earns under one plan version: by row the number of the programme's row,
 * from 1 for the lowest, 0 for none. Blocked partners earn, too, but are not paid.
 *
 * Source: decisions C4.
 */
export type EffectiveRows = {
  readonly segment: PlanSegment
  readonly rows: readonly PercentRow[]
  readonly effective: Uint8Array
  /** The rows of the network that earn anything, from the first to the last. */
  readonly earners: readonly number[]
}

/** The effective rows under each version in force within the month. Source: decisions C4. */
export function effectiveRows(basis: MonthBasis): EffectiveRows[] {
  return basis.segments.map((segment) => {
    const { rows } = segment.version.plan.programmes.infinity
    return { segment, rows, ...effectiveUnder(basis, segment) }
  })
}

function effectiveUnder(basis: MonthBasis, { version, end }: PlanSegment) {
  const { plan } = version
  const { infinity } = plan.programmes
  const effective = new Uint8Array(basis.facts.partners.size)
  if (infinity.from >= end) return { effective, earners: [] }

  const { rows: earners, places } = basis.highestRows(infinity, plan)
  for (let at = 0; at < earners.length; at += 1) effective[earners[at]!] = places[at]! + 1
  return { effective, earners }
}
