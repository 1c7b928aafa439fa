import { planAt, type PlanVersion } from '../../plan/plan.ts'

/** A stretch of time and the plan version in force. Units: epoch milliseconds, `[start, end)`. */
export type PlanSegment = {
  readonly start: number
  readonly end: number
  readonly version: PlanVersion
}

/**
 * The plan versions in force one after the other in `[start, end)`.
 *
 * Source: decisions B; an order belongs to the version in force when it was paid.
 */
export function planSegments(
  versions: readonly PlanVersion[],
  start: number,
  end: number,
): PlanSegment[] {
  const starts = versions
    .map(({ plan }) => plan.validFrom)
    .filter((validFrom) => validFrom > start && validFrom < end)
  const bounds = [...new Set([start, ...starts])].toSorted((a, b) => a - b)
  return bounds.map((from, index) => ({
    start: from,
    end: bounds[index + 1] ?? end,
    version: planAt(versions, from),
  }))
}
