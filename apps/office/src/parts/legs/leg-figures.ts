import { compare, fraction } from '@partner-office/domain'

import { isNonZero, progressText, remainder } from '../figures/eur.ts'

/** A leg and its counting turnover. Units: EUR; `cap` is null without a cap. */
export type CountedLeg = {
  readonly avatar: string
  readonly firstName: string
  readonly lastName: string
  readonly turnover: string
  readonly counting: string
  readonly cap: string | null
}

/** Turnover of a period by leg, the largest first. Units: EUR. */
export type LegsOfPeriod = {
  readonly legs: readonly CountedLeg[]
  readonly totalTurnover: string
  readonly countingTurnover: string
  readonly targetTurnover: string
}

/** A leg with its place, counted from 1. */
export type PlacedLeg = CountedLeg & { readonly place: number }

/** Parts of a period's turnover: total = drawn legs + others + above the caps. Units: EUR. */
export type LegFigures = {
  readonly total: string
  readonly counting: string
  readonly target: string
  /** All legs with turnover. */
  readonly all: readonly PlacedLeg[]
  /** Legs with bars of their own. */
  readonly drawn: readonly PlacedLeg[]
  readonly others: string
  /** Counting turnover without the legs that have colours of their own. */
  readonly uncapped: string
  readonly aboveCaps: string
  readonly toGo: string
  /** Counting turnover above a met target; zero below it. */
  readonly above: string
  /** Progress toward the target in whole percent, rounded down. */
  readonly percent: string
  /** Turnover of a full lane. */
  readonly scale: string
  /** The full width of the bar: the target, or more where more counts. */
  readonly width: string
}

const DRAWN_LEGS = 3

/** Number of legs with colours of their own; all others share one. */
export const LEG_TONES = 2

/**
 * Turnover of a period that counts toward a target, leg by leg.
 *
 * Units: EUR. Source: decisions C1, C4, C5, D-053.
 */
export function legFigures(period: LegsOfPeriod): LegFigures {
  const { totalTurnover, countingTurnover, targetTurnover } = period
  const all = period.legs
    .filter(({ turnover }) => isNonZero(turnover))
    .map((leg, at) => ({ ...leg, place: at + 1 }))
  const drawn = all.slice(0, DRAWN_LEGS)
  const counts = drawn.map(({ counting }) => counting)
  const others = remainder(countingTurnover, counts)
  const isMet = compare(fraction(countingTurnover), fraction(targetTurnover)) >= 0
  return {
    total: totalTurnover,
    counting: countingTurnover,
    target: targetTurnover,
    all,
    drawn,
    others,
    uncapped: remainder(countingTurnover, counts.slice(0, LEG_TONES)),
    aboveCaps: remainder(totalTurnover, [countingTurnover]),
    above: isMet ? remainder(countingTurnover, [targetTurnover]) : '0.00',
    toGo: isMet ? '0.00' : remainder(targetTurnover, [countingTurnover]),
    percent: isMet ? '100' : progressText(countingTurnover, targetTurnover),
    scale: [others, ...drawn.flatMap(({ turnover, cap }) => [turnover, cap ?? '0'])].reduce(larger),
    width: larger(targetTurnover, countingTurnover),
  }
}

const larger = (a: string, b: string): string => (compare(fraction(a), fraction(b)) >= 0 ? a : b)
