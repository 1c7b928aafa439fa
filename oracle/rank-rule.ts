/** The 50% rule (decisions C1), in exact fine units of an euro. */

import { fraction, units, written } from './decimal.ts'
import type { LegRule } from './plan.ts'

/** One euro has 10^12 fine units, so that a target times a percent is a whole number of them. */
const FINE = 12
/** Fine units of a cent. */
export const CENT = 10n ** 10n

export type Leg = { id: number; turnover: bigint }

export type LegResult = Leg & {
  qualified: boolean
  turnoverQualified: bigint
  leg: number | null
  percent: string | null
}

export type RuleResult = {
  legs: LegResult[]
  total: bigint
  counting: bigint
  reached: boolean
}

/** EUR as text -> fine units. */
export function fine(euro: string): bigint {
  return units(euro, FINE)
}

/** Fine units -> EUR with exactly 2 decimals, more only where the value is not a whole cent. */
export function euroText(value: bigint): string {
  const text = written(value, FINE)
  const point = text.length - FINE
  return text.slice(0, point + 2) + text.slice(point + 2).replace(/0+$/, '')
}

/** What a rank (or a row of a programme) asks for. */
export type Target = {
  target: bigint
  /** As they hold: none given means 0.5 and 0.3 (D-043). */
  percents: readonly string[]
  /** T × p_i for each percent. */
  caps: readonly bigint[]
}

export function targetOf(euro: string, given: readonly string[] | null): Target {
  const target = fine(euro)
  const percents = given === null || given.length === 0 ? ['0.5', '0.3'] : given
  const caps = percents.map((percent) => {
    const p = fraction(percent)
    if ((target * p.n) % p.d !== 0n) throw new Error(`the cap of ${percent} is not exact`)
    return (target * p.n) / p.d
  })
  return { target, percents, caps }
}

/** Highest turnover first, ties: lower id first. */
export function sortedLegs<L extends Leg>(legs: readonly L[]): L[] {
  return [...legs].sort((a, b) => {
    if (a.turnover !== b.turnover) return a.turnover > b.turnover ? -1 : 1
    return a.id - b.id
  })
}

/**
 * What the legs count against the target. `own` is added to total and counting outside the legs;
 * it is 0 unless the plan counts own turnover (C11.19).
 */
export function fiftyPercentRule(
  legs: readonly Leg[],
  { target, percents, caps }: Target,
  rule: LegRule,
  own = 0n,
): RuleResult {
  const result: LegResult[] = []
  let total = own
  let counting = own
  let pointer = 0
  const sorted = sortedLegs(legs)
  for (let i = 0; i < sorted.length; i++) {
    const { id, turnover } = sorted[i]!
    const row: LegResult = {
      id,
      turnover,
      qualified: false,
      turnoverQualified: turnover,
      leg: null,
      percent: null,
    }
    if (target <= 0n) {
      // No leg is capped (C11.16).
    } else if (rule === 'ranked') {
      const cap = caps[i]
      if (cap !== undefined) {
        row.qualified = turnover >= cap && cap > 0n
        row.turnoverQualified = turnover < cap ? turnover : cap
        row.leg = i + 1
        row.percent = percents[i]!
      }
    } else {
      const cap = caps[pointer]
      if (cap !== undefined && turnover >= cap) {
        row.qualified = true
        row.turnoverQualified = cap
        row.leg = pointer + 1
        row.percent = percents[pointer]!
        pointer += 1
      }
    }
    total += turnover
    counting += row.turnoverQualified
    result.push(row)
  }
  const reached = target <= 0n || counting >= target
  return { legs: result, total, counting, reached }
}

/** floor(counting × 100 / target), clamped to 0..100; 0 without a target (D-040). */
export function progressOf(counting: bigint, target: bigint): number {
  if (target <= 0n || counting <= 0n) return 0
  const percent = (counting * 100n) / target
  return percent > 100n ? 100 : Number(percent)
}
