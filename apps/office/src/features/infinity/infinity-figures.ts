import type { BonusRecord } from '@partner-office/contracts'
import { compare, fraction } from '@partner-office/domain'

import { exactPercent, remainder } from '../../parts/rank/rank-figures.ts'

type Leg = Extract<BonusRecord['topPartners'][number], { readonly rule: unknown }>

/** A leg by itself. Units: EUR; `cap` is null where there is none. */
type ShownLeg = { readonly place: number; readonly leg: Leg; readonly cap: string | null }

/** The month in parts that add up: total = the legs + others + above the caps. Units: EUR. */
export type InfinityFigures = {
  readonly legs: readonly ShownLeg[]
  readonly others: string
  /** What counts beyond the legs that have a colour of their own. */
  readonly uncapped: string
  readonly aboveCaps: string
  readonly toGo: string
  /** Percent of the target with one decimal, rounded down, at most 100. */
  readonly percent: string
  /** What the lanes of the legs are drawn to. */
  readonly scale: string
  /** The full width of the bar: the target, or more where more counts. */
  readonly width: string
}

const DRAWN_LEGS = 3

/** Legs that have a colour of their own; all others share one. */
export const LEG_TONES = 2

/**
 * What of a month's turnover counts toward the target, leg by leg.
 *
 * Units: EUR. Source: decisions C1, C4, D-053.
 */
export function infinityFigures(record: BonusRecord): InfinityFigures {
  const { topPartners, percents, totalTurnover, countingTurnover, targetTurnover } = record
  const legs = topPartners
    .filter((leg): leg is Leg => 'rule' in leg && /[1-9]/.test(leg.turnover))
    .slice(0, DRAWN_LEGS)
    .map((leg, at) => ({
      place: at + 1,
      leg,
      cap: percents.find(({ value }) => value === leg.rule)?.max ?? null,
    }))
  const counts = legs.map(({ leg }) => leg.counting_turnover)
  const others = remainder(countingTurnover, counts)
  const isMet = compare(fraction(countingTurnover), fraction(targetTurnover)) >= 0
  return {
    legs,
    others,
    uncapped: remainder(countingTurnover, counts.slice(0, LEG_TONES)),
    aboveCaps: remainder(totalTurnover, [countingTurnover]),
    toGo: isMet ? '0.00' : remainder(targetTurnover, [countingTurnover]),
    percent: isMet ? '100.0' : exactPercent(countingTurnover, targetTurnover),
    scale: [others, ...legs.flatMap(({ leg, cap }) => [leg.turnover, cap ?? '0'])].reduce(larger),
    width: larger(targetTurnover, countingTurnover),
  }
}

const larger = (a: string, b: string): string => (compare(fraction(a), fraction(b)) >= 0 ? a : b)
