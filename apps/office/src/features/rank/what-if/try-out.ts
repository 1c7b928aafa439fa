import type { Rank as ShownRank, RankStatus } from '@partner-office/contracts'
import {
  compare,
  type EurCents,
  eurCents,
  fiftyPercentRule,
  fraction,
  type Fraction,
  type Leg,
  type LegRule,
  multiply,
  parseEurCents,
  type Rank,
  subtract,
  truncateToUnits,
  type WhatIf,
  whatIf,
  type WhatIfLeg,
  type WhatIfQuestion,
} from '@partner-office/domain'

import type { NumberStyle } from '../../../lib/formats/formats.ts'
import { readOrNull } from '../../../lib/formats/read-amount.ts'
import { centsToEur, eurToCents } from '../../../parts/figures/eur.ts'

/** Planned turnover by the place of its leg; the places after the last leg are new legs. */
export type Tries = ReadonlyMap<number, EurCents>

/** The ladder and the legs that a trial starts from. */
export type TrialOptions = {
  readonly status: RankStatus
  readonly ranks: readonly ShownRank[]
  readonly targetRankId: number | undefined
}

/** Input of every trial, parsed once. */
export type Trial = Omit<WhatIfQuestion, 'legs'> & {
  readonly booked: readonly Leg[]
  /** The answer without planned turnover. */
  readonly now: WhatIf
}

/** A leg with its planned turnover. Units: EUR cents. */
export type TriedLeg = {
  readonly place: number
  /** Turnover now. */
  readonly turnover: bigint
  /** Counting turnover that the plan adds; negative where another leg takes the place of this one. */
  readonly adds: bigint
  /** Whether the next euro in this leg counts. */
  readonly nextEuro: 'nothing' | 'part' | 'full'
  /** Turnover that still counts in full; null without a limit. */
  readonly room: bigint | null
  /** Its place among the capped legs with the plan, from 1; null for a leg without a cap. */
  readonly leg: number | null
  /** Parts of the bar: counts now and with the plan; would count in addition; whole turnover with the plan. */
  readonly booked: bigint
  readonly planned: bigint
  readonly total: bigint
  readonly cap: bigint | null
}

/** Booked or planned part of the progress bar. Units: EUR cents. */
export type TriedPart = {
  readonly tone: 'leg1' | 'leg2' | 'others'
  readonly isPlanned: boolean
  readonly amount: bigint
}

/** Units: EUR cents. */
export type TryOut = {
  readonly now: WhatIf
  readonly tried: WhatIf
  readonly legs: readonly TriedLeg[]
  /** Parts that add up to the counting turnover. */
  readonly parts: readonly TriedPart[]
  /** Turnover of a full lane. */
  readonly scale: bigint
}

/**
 * Opens a trial on the current legs by the rules of the server: everything that planned turnover does not change.
 *
 * Turnover outside the shown legs counts in full: the partner's own, and that of smaller legs.
 *
 * Source: decisions C1, D-041, D-045.
 */
export function openTrial({ status, ranks, targetRankId }: TrialOptions): Trial {
  const shown = legsOf(status)
  const ownTurnover = shown.reduce(
    (left, { turnover }) => left - turnover,
    eurToCents(status.totalTurnover) as bigint,
  )
  const question = {
    plan: {
      ranks: ranks.map(rankOf),
      legRule: ruleOf(status, shown),
      countOwnTurnover: true,
      ranksAreKept: true,
    },
    heldRankId: status.currentRang.id,
    ownTurnover: eurCents(ownTurnover),
    ...(targetRankId !== undefined && { targetRankId }),
  }
  const withNewLegs = (count: number) => {
    const booked = [...shown, ...newLegs(shown.length, count)]
    return { ...question, booked, now: whatIf({ ...question, legs: booked }) }
  }
  const trial = withNewLegs(1)
  const more = trial.now.cheapest?.parts.filter(({ userId }) => userId === null).length ?? 0
  return more === 0 ? trial : withNewLegs(1 + more)
}

/** One new leg can be planned, or as many as the shortest way needs. */
const newLegs = (firstPlace: number, count: number): Leg[] =>
  Array.from({ length: count }, (_, at) => ({ userId: firstPlace + at, turnover: eurCents(0) }))

/** Computes what the legs would count with the planned turnover. Source: decisions C1, D-041, D-045. */
export function tryOut({ booked, now, ...question }: Trial, tries: Tries): TryOut {
  const planned = booked.map(({ userId, turnover }) => ({
    userId,
    turnover: eurCents(turnover + (tries.get(userId) ?? 0n)),
  }))
  const tried = tries.size === 0 ? now : whatIf({ ...question, legs: planned })
  const legs = triedLegs(now, tried)
  return { now, tried, legs, parts: partsOf(tried, legs), scale: scaleOf(legs) }
}

/** Colour of a leg by its place. */
export const toneOf = (leg: number | null): TriedPart['tone'] =>
  leg === 1 ? 'leg1' : leg === 2 ? 'leg2' : 'others'

function partsOf({ countingTurnover }: WhatIf, legs: readonly TriedLeg[]): TriedPart[] {
  const parts = (['leg1', 'leg2', 'others'] as const).flatMap((tone) => {
    const own = legs.filter(({ leg }) => toneOf(leg) === tone)
    const sum = (part: 'booked' | 'planned') => own.reduce((all, leg) => all + leg[part], 0n)
    return [
      { tone, isPlanned: false, amount: sum('booked') },
      { tone, isPlanned: true, amount: sum('planned') },
    ]
  })
  const all = parts.reduce((sum, { amount }) => sum + amount, 0n)
  // Turnover outside the shown legs counts too.
  const outside = wholeCents(countingTurnover) - all
  return parts.map((part) =>
    part.tone === 'others' && !part.isPlanned ? { ...part, amount: part.amount + outside } : part,
  )
}

const scaleOf = (legs: readonly TriedLeg[]): bigint =>
  legs
    .flatMap(({ total, cap }) => [total, cap ?? 0n])
    .reduce((most, one) => (one > most ? one : most), 0n)

function triedLegs(now: WhatIf, tried: WhatIf): readonly TriedLeg[] {
  const before = new Map(now.legs.map((leg) => [leg.userId, leg]))
  return tried.legs
    .map((leg) => triedLeg(leg, before.get(leg.userId)!, tried.targetRank.turnover))
    .sort((a, b) => a.place - b.place)
}

const FULL = 100n

function triedLeg(leg: WhatIfLeg, before: WhatIfLeg, target: EurCents): TriedLeg {
  const { nextEuro, room, percent, turnoverQualified: counts } = leg
  const isLess = compare(counts, before.turnoverQualified) < 0
  const booked = isLess ? counts : before.turnoverQualified
  const isNothing = nextEuro.num <= 0n
  return {
    place: leg.userId,
    turnover: before.turnover,
    adds: wholeCents(subtract(counts, before.turnoverQualified)),
    nextEuro: isNothing ? 'nothing' : nextEuro.num < FULL * nextEuro.den ? 'part' : 'full',
    room: room && wholeCents(room),
    leg: leg.leg,
    booked: wholeCents(booked),
    planned: wholeCents(subtract(counts, booked)),
    total: leg.turnover,
    cap: percent && wholeCents(multiply({ num: target, den: 1n }, percent)),
  }
}

/** Legs identified by their place: the answer holds no ids. */
const legsOf = ({ topPartners }: RankStatus): readonly Leg[] =>
  topPartners.map(({ turnover }, place) => ({ userId: place, turnover: eurToCents(turnover) }))

const rankOf = ({ id, code, turnover, topPartnerPercents, bonus }: ShownRank): Rank => ({
  id,
  code,
  turnover: eurToCents(turnover),
  legPercents: topPartnerPercents.map((share) => fraction(String(share))),
  bonus: eurToCents(bonus),
})

/** The leg rule that yields the places of the answer. Source: decisions D-041. */
function ruleOf(
  { targetTurnover, nextRang, currentRang, topPartners }: RankStatus,
  legs: readonly Leg[],
): LegRule {
  const percents = (nextRang ?? currentRang).topPartnerPercents.map((share) =>
    fraction(String(share)),
  )
  const question = { legs, target: eurToCents(targetTurnover), percents, rule: 'ranked' } as const
  const places = new Map(fiftyPercentRule(question).legs.map(({ userId, leg }) => [userId, leg]))
  return topPartners.every(({ leg }, place) => places.get(place) === leg) ? 'ranked' : 'sequential'
}

/** Parses a typed amount; null where it is none or has two readings. An empty text is zero. */
export function readTry(text: string, style: NumberStyle): EurCents | null {
  if (text.trim() === '') return eurCents(0)
  return parseEurCents(readOrNull(text, style) ?? '')
}

/** Cents as EUR. Rounding: down, to a whole cent. */
export const centsText = (amount: Fraction): string => centsToEur(wholeCents(amount))

const wholeCents = (amount: Fraction): bigint => truncateToUnits(amount, 0)
