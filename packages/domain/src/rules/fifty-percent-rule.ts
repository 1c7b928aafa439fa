import { add, fraction, ZERO, type Fraction } from '../fraction.ts'
import { eurCents, type EurCents } from '../money.ts'
import type { LegRule, Rank } from '../plan/plan.ts'
import { progressPercent } from './progress-percent.ts'

/** A first-line partner's turnover with everyone below. */
export type Leg = { readonly userId: number; readonly turnover: EurCents }

/**
 * A leg under the rule. `leg` and `percent` are the place it stands against, null when none.
 *
 * Units: `turnoverQualified` in EUR cents, exact; `percent` is a fraction.
 */
export type RuledLeg = Leg & {
  readonly turnoverQualified: Fraction
  readonly qualified: boolean
  readonly leg: number | null
  readonly percent: Fraction | null
}

type RuleQuestion = {
  readonly legs: readonly Leg[]
  readonly target: bigint
  readonly percents: readonly Fraction[] | null | undefined
  readonly rule: LegRule
  readonly ownTurnover?: EurCents
}

/** The answer of the rule. Units: turnovers in EUR cents, `progress` in whole percent. */
export type RuleAnswer = {
  readonly legs: readonly RuledLeg[]
  readonly totalTurnover: EurCents
  readonly countingTurnover: Fraction
  readonly reached: boolean
  readonly progress: number
}

/**
 * The leg percents of a plan that gives none.
 *
 * Source: decisions D-043, RNK-030.
 */
export const DEFAULT_LEG_PERCENTS: readonly Fraction[] = [fraction('0.5'), fraction('0.3')]

/**
 * How much of each leg counts toward a target: the i-th largest leg at most target × i-th percent,
 * every other leg in full. With a target of 0 or less no leg is capped and the target is reached.
 *
 * `ranked` tests every leg against its own place. `sequential` opens a place only when the place
 * before is qualified. `ownTurnover` counts in full, outside the legs.
 *
 * Units: EUR cents; percents are fractions; none given means 0.5 and 0.3.
 * Rounding: none, a cap may fall below a cent.
 * Source: decisions C1, C11.16, C11.19, D-041 to D-045; RNK-027 to RNK-030.
 */
export function fiftyPercentRule(question: RuleQuestion): RuleAnswer {
  const { target } = question
  const own = question.ownTurnover ?? 0n
  const legs = ruledLegs(question)

  const total = legs.reduce((sum, leg) => sum + leg.turnover, own)
  const counting = legs.reduce((sum, leg) => add(sum, leg.turnoverQualified), fraction(own))
  return {
    legs,
    totalTurnover: eurCents(total),
    countingTurnover: counting,
    reached: target <= 0n || counting.num >= target * counting.den,
    progress: progressPercent(counting, target),
  }
}

function ruledLegs({ legs, target, percents: given, rule }: RuleQuestion): RuledLeg[] {
  const percents = percentsOrDefault(given)
  let place = 0
  return legs.toSorted(largestFirst).map((leg) => {
    const percent = percents[place]
    if (!percent) return uncapped(leg)

    const ruled = legAtPlace({ leg, target, percent, place: place + 1 })
    if (rule === 'ranked' || ruled.qualified) place += 1
    return rule === 'ranked' || ruled.qualified ? ruled : uncapped(leg)
  })
}

function legAtPlace({
  leg,
  target,
  percent,
  place,
}: {
  leg: Leg
  target: bigint
  percent: Fraction
  place: number
}): RuledLeg {
  const cap = { num: target * percent.num, den: percent.den }
  const reachesCap = leg.turnover * cap.den >= cap.num
  const turnoverQualified = target > 0n && reachesCap ? cap : fraction(leg.turnover)
  const qualified = reachesCap && cap.num > 0n
  return { ...leg, turnoverQualified, qualified, leg: place, percent }
}

function uncapped(leg: Leg): RuledLeg {
  const turnoverQualified = fraction(leg.turnover)
  return { ...leg, turnoverQualified, qualified: false, leg: null, percent: null }
}

function largestFirst(a: Leg, b: Leg): number {
  if (a.turnover === b.turnover) return a.userId - b.userId
  return a.turnover > b.turnover ? -1 : 1
}

function percentsOrDefault(given: readonly Fraction[] | null | undefined): readonly Fraction[] {
  return given && given.length > 0 ? given : DEFAULT_LEG_PERCENTS
}

/**
 * The figures of the rule: the total and the largest legs.
 *
 * Units: EUR cents. `total` is all legs together (with the own turnover if the plan counts it); `topLegs`
 * are descending and hold at least as many legs as there are percents, or all of them.
 */
export type RuleFigures = {
  readonly total: bigint
  readonly topLegs: readonly bigint[]
  readonly target: bigint
  readonly percents: readonly Fraction[]
  readonly rule: LegRule
}

/**
 * The counting turnover of `fiftyPercentRule`, from the total and the largest legs: the total less
 * the excess of those legs over their caps. Runs once for each partner and rank, so it allocates only sums.
 *
 * Units: EUR cents, exact.
 * Source: decisions C1.
 */
export function countingTurnover(figures: RuleFigures): Fraction {
  const { total, topLegs, target, rule } = figures
  if (target <= 0n) return { num: total, den: 1n }

  const percents = percentsOrDefault(figures.percents)
  const places = Math.min(percents.length, topLegs.length)
  let num = total
  let den = 1n
  for (let place = 0; place < places; place += 1) {
    const percent = percents[place]!
    const excess = topLegs[place]! * percent.den - target * percent.num
    // Legs are descending: if one does not fill the open place, no later leg does.
    if (rule === 'sequential' && (excess < 0n || percent.num === 0n)) break
    if (excess <= 0n) continue

    if (den === percent.den) {
      num -= excess
    } else {
      num = num * percent.den - excess * den
      den *= percent.den
    }
  }
  return { num, den }
}

/**
 * Whether the rule reaches its target, from the total and the largest legs.
 *
 * Source: decisions C1.
 */
export function reachesTarget(figures: RuleFigures): boolean {
  if (figures.target <= 0n) return true
  // Most calls end here: the counting turnover is never more than the total.
  if (figures.total < figures.target) return false
  const { num, den } = countingTurnover(figures)
  return num >= figures.target * den
}

/**
 * The three target amounts of a rank: leg 1, leg 2 and the rest.
 *
 * Units: EUR cents, exact.
 * Source: decisions D-042, B1.
 */
export function targetsOf(
  rank: Pick<Rank, 'turnover' | 'legPercents'>,
): readonly [leg1: Fraction, leg2: Fraction, rest: Fraction] {
  const [first = ZERO, second = ZERO] = percentsOrDefault(rank.legPercents)
  const used = add(first, second)
  const left = used.den - used.num
  const rest = { num: left > 0n ? left : 0n, den: used.den }
  return [
    shareOf(rank.turnover, first),
    shareOf(rank.turnover, second),
    shareOf(rank.turnover, rest),
  ]
}

function shareOf(turnover: EurCents, share: Fraction): Fraction {
  return { num: turnover * share.num, den: share.den }
}
