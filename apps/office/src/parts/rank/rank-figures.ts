import type { Rank, RankStatus, RulePartner } from '@partner-office/contracts'
import { formatUnits, fraction, progressPercent, truncateToUnits } from '@partner-office/domain'

/** One part of the way to the next rank. Units: EUR; `percent` of the target, for drawing. */
type Part = { readonly amount: string; readonly percent: number }

/** A leg that stands against a cap. Units: EUR. */
export type CappedLeg = Part & { readonly partner: RulePartner; readonly cap: string }

/** The way to the next rank, in parts that add up: total = the legs + others + above the caps. */
export type RankFigures = {
  readonly legs: readonly CappedLeg[]
  readonly others: Part
  readonly aboveCaps: string
  readonly toGo: string
  /** Percent with one decimal, rounded down: 99.97 is not 100; whole where the formula is the literal one. */
  readonly percent: string
  /** The first leg that has reached its cap below the whole target. */
  readonly capped: RulePartner | null
  /** What the lanes of the legs are drawn to. Units: EUR. */
  readonly scale: string
}

export type ProgressFormula = 'percent' | 'literal'

const DRAWN_LEGS = 2

/**
 * What counts toward the next rank, and what does not.
 *
 * Units: EUR. Rounding: down to a cent, the percent down.
 * Source: decisions C1, D-040, D-044.
 */
export function rankFigures(status: RankStatus, formula: ProgressFormula): RankFigures {
  const target = cents(status.targetTurnover)
  const counting = cents(status.countingTurnover)
  const legs = status.topPartners
    .filter(({ leg, turnover }) => leg !== null && leg <= DRAWN_LEGS && cents(turnover) > 0n)
    .map((partner) => ({
      partner,
      cap: targetRank(status).percents[partner.leg! - 1]?.max ?? status.targetTurnover,
      ...partOf(cents(partner.turnoverQualified), target),
    }))
  const ofLegs = legs.reduce((sum, { amount }) => sum + cents(amount), 0n)
  const others = counting - ofLegs
  const lanes = legs.flatMap(({ partner, cap }) => [cents(partner.turnover), cents(cap)])
  return {
    legs,
    others: partOf(others, target),
    aboveCaps: euros(cents(status.totalTurnover) - counting),
    toGo: euros(counting < target ? target - counting : 0n),
    percent: percentReached(counting, target, formula),
    capped: legs.find(({ partner }) => partner.qualified && partner.percent !== 1)?.partner ?? null,
    scale: euros([others, ...lanes].reduce((most, lane) => (lane > most ? lane : most), 0n)),
  }
}

/** The rank that the figures of a status are against. Source: decisions C1. */
export const targetRank = ({ nextRang, currentRang }: RankStatus): Rank => nextRang ?? currentRang

/** Percent of `whole` that `amount` is, for drawing: at most 100. Units: both in EUR. */
export const drawnPercent = (amount: string, whole: string): number =>
  partOf(cents(amount), cents(whole)).percent

/** Percent of `whole` with one decimal, rounded down. Units: both in EUR. */
export const exactPercent = (amount: string, whole: string): string =>
  tenths(cents(amount), cents(whole))

/** What is left of `total` without these amounts. Units: EUR. */
export const remainder = (total: string, amounts: readonly string[]): string =>
  euros(amounts.reduce((left, amount) => left - cents(amount), cents(total)))

function percentReached(counting: bigint, target: bigint, formula: ProgressFormula): string {
  if (formula === 'literal') {
    return String(progressPercent({ num: counting, den: 1n }, target, formula))
  }
  return tenths(counting < target ? counting : target, target)
}

function partOf(amount: bigint, target: bigint): Part {
  const percent = target === 0n ? 0 : Number((amount * 10_000n) / target) / 100
  return { amount: euros(amount), percent: Math.min(100, percent) }
}

const tenths = (amount: bigint, whole: bigint): string =>
  whole === 0n ? '0.0' : formatUnits((amount * 1000n) / whole, 1)

const cents = (amount: string): bigint => truncateToUnits(fraction(amount), 2)
const euros = (amount: bigint): string => formatUnits(amount, 2)
