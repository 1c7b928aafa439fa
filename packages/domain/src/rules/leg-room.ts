import type { Fraction } from '../fraction.ts'
import type { LegRule } from '../plan/plan.ts'

/** The caps of a target, and legs, in units so fine that every cap is a whole number of them. */
export type FineCaps = { readonly perCent: bigint; readonly caps: readonly bigint[] }

/** The caps of a target. Units: `target` in EUR cents; `perCent` fine units are a cent. */
export function fineCaps(target: bigint, percents: readonly Fraction[]): FineCaps {
  const perCent = percents.reduce((product, { den }) => product * den, 1n)
  return { perCent, caps: percents.map(({ num, den }) => (target * num * perCent) / den) }
}

/**
 * How much turnover a leg can still gain with every cent counting; null if there is no limit. Other legs
 * do not change, but the leg may outgrow them.
 *
 * Units: fine units, `sorted` all legs, largest first.
 * Source: decisions C1.
 */
export function legRoom(
  leg: bigint,
  sorted: readonly bigint[],
  { perCent, caps }: FineCaps,
  rule: LegRule,
): bigint | null {
  return rule === 'ranked'
    ? rankedRoom(leg, sorted, caps)
    : sequentialRoom(leg, sorted, caps, perCent)
}

function rankedRoom(
  leg: bigint,
  sorted: readonly bigint[],
  caps: readonly bigint[],
): bigint | null {
  let value = leg
  // The next cent lifts it above all legs of the same size.
  let place = firstNotAbove(sorted, value, caps.length)
  for (;;) {
    const cap = caps[place]
    const above = place === 0 ? undefined : sorted[place - 1]
    if (cap !== undefined && value >= cap) return value - leg
    if (cap === undefined && above === undefined) return null
    value = smaller(cap, above)
    place = firstNotAbove(sorted, value, place)
  }
}

/** The first place, up to a last one, whose leg is not above a value. */
function firstNotAbove(sorted: readonly bigint[], value: bigint, last: number): number {
  let place = 0
  while (place < last && place < sorted.length && sorted[place]! > value) place += 1
  return place
}

function smaller(a: bigint | undefined, b: bigint | undefined): bigint {
  if (a === undefined || b === undefined) return (a ?? b)!
  return a < b ? a : b
}

/**
 * The room until a leg fills the open place or outgrows a capped leg. It may be less than the true room:
 * a capped leg has none here, though with odd percents it could outgrow another into a wider cap.
 */
function sequentialRoom(
  leg: bigint,
  sorted: readonly bigint[],
  caps: readonly bigint[],
  perCent: bigint,
): bigint | null {
  let open = 0
  for (const value of sorted) {
    if (caps[open] === undefined || value < caps[open]!) break
    if (value === leg) return 0n
    open += 1
  }
  const capped = open === 0 ? undefined : sorted[open - 1]! - leg
  const unfilled = caps[open] === undefined ? undefined : caps[open]! - leg - perCent
  if (capped === undefined && unfilled === undefined) return null
  const room = smaller(capped, unfilled)
  return room > 0n ? room : 0n
}
