import type { Rank, RankStatus, RulePartner } from '@partner-office/contracts'
import { progressPercent } from '@partner-office/domain'

import { centsToEur, drawnShare, eurToCents } from '../figures/eur.ts'

/** A part of the counting turnover. Units: EUR; `percent` of the target, for drawing. */
type Part = { readonly amount: string; readonly percent: number }

/** A leg with a cap. Units: EUR. */
export type CappedLeg = Part & { readonly partner: RulePartner; readonly cap: string }

/** Progress to the next rank in parts: total = legs + others + above the caps. */
export type RankFigures = {
  readonly legs: readonly CappedLeg[]
  readonly others: Part
  readonly aboveCaps: string
  readonly toGo: string
  /** Whole percent, rounded down: 99.97 is not 100. */
  readonly percent: string
  /** The first leg that has reached its cap below the whole target. */
  readonly capped: RulePartner | null
  /** Turnover of a full lane. Units: EUR. */
  readonly scale: string
}

export type ProgressFormula = 'percent' | 'literal'

const DRAWN_LEGS = 2

/**
 * Computes what counts toward the next rank, and what does not.
 *
 * Units: EUR. Rounding: down to a cent, the percent down.
 * Source: decisions C1, D-040, D-044.
 */
export function rankFigures(status: RankStatus, formula: ProgressFormula): RankFigures {
  const target = eurToCents(status.targetTurnover)
  const counting = eurToCents(status.countingTurnover)
  const legs = status.topPartners
    .filter(({ leg, turnover }) => leg !== null && leg <= DRAWN_LEGS && eurToCents(turnover) > 0n)
    .map((partner) => ({
      partner,
      cap: targetRank(status).percents[partner.leg! - 1]?.max ?? status.targetTurnover,
      ...partOf(eurToCents(partner.turnoverQualified), target),
    }))
  const ofLegs = legs.reduce((sum, { amount }) => sum + eurToCents(amount), 0n)
  const others = counting - ofLegs
  const lanes = legs.flatMap(({ partner, cap }) => [eurToCents(partner.turnover), eurToCents(cap)])
  return {
    legs,
    others: partOf(others, target),
    aboveCaps: centsToEur(eurToCents(status.totalTurnover) - counting),
    toGo: centsToEur(counting < target ? target - counting : 0n),
    percent: String(progressPercent({ num: counting, den: 1n }, target, formula)),
    capped: legs.find(({ partner }) => partner.qualified && partner.percent !== 1)?.partner ?? null,
    scale: centsToEur([others, ...lanes].reduce((most, lane) => (lane > most ? lane : most), 0n)),
  }
}

/** The rank whose target the figures refer to. Source: decisions C1. */
export const targetRank = ({ nextRang, currentRang }: RankStatus): Rank => nextRang ?? currentRang

const partOf = (amount: bigint, target: bigint): Part => ({
  amount: centsToEur(amount),
  percent: drawnShare(amount, target),
})
