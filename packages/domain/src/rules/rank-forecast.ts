import { add, compare, type Fraction, multiply, ratio, ZERO } from '../fraction.ts'
import { monthsLater, monthStart } from '../month.ts'
import { planAt, type PlanVersion, type Rank } from '../plan/plan.ts'

/** How many full months a forecast looks back at. */
export const FORECAST_MONTHS = 6

const LEAST_MONTHS_WITH_GROWTH = 3
const MONTHS_AVERAGED = 3
const MOST_MONTHS_AHEAD = 36
const PLAN_MONTHS_AHEAD = 3

/**
 * When the next rank may be reached: a range of months, a first month without a last one, later than three years, or why
 * it cannot be said. Never a single date.
 *
 * Units: `from` and `to` are the first instants of UTC months.
 */
export type RankForecast =
  | { readonly state: 'RANGE'; readonly from: number; readonly to: number }
  | { readonly state: 'OPEN'; readonly from: number }
  | { readonly state: 'LATE' }
  | { readonly state: 'UNKNOWN'; readonly reason: 'NO_RANK' | 'NEW' | 'FEW_MONTHS' | 'PLAN' }

export type ForecastQuestion = {
  readonly now: number
  readonly registeredAt: number
  /** The next rank of the plan in force; null for a partner with the highest rank. */
  readonly nextRank: Rank | null
  /** What is missing to its target. */
  readonly missing: Fraction
  /** The increase of the counting turnover in each of the last six full UTC months. */
  readonly increases: readonly Fraction[]
  readonly versions: readonly PlanVersion[]
}

/**
 * The forecast of the next rank from a partner's own past months. The month of `ceil(missing / increase)` months from the
 * current one is given for the mean of the three largest and of the three smallest increases.
 *
 * A range whose end is more than 36 months away has no end; one that begins there is late.
 *
 * Units: EUR cents, exact.
 * Source: console.md section 8 "Forecast", D-179; RKH-003.
 */
export function rankForecast(question: ForecastQuestion): RankForecast {
  const { now, missing, increases } = question
  const reason = whyUnknown(question)
  if (reason !== null) return { state: 'UNKNOWN', reason }
  const sorted = increases.toSorted((a, b) => compare(b, a))
  const fastest = monthsNeeded(missing, sorted.slice(0, MONTHS_AVERAGED))
  const slowest = monthsNeeded(missing, sorted.slice(-MONTHS_AVERAGED))
  if (isLate(fastest)) return { state: 'LATE' }
  const month = monthStart(now)
  const from = monthsLater(month, Number(fastest))
  if (isLate(slowest)) return { state: 'OPEN', from }
  return { state: 'RANGE', from, to: monthsLater(month, Number(slowest)) }
}

const isLate = (months: bigint | null): boolean => months === null || months > MOST_MONTHS_AHEAD

/** The whole months that a mean of some increases needs; null where it never gets there. Rounding: up. */
function monthsNeeded(missing: Fraction, increases: readonly Fraction[]): bigint | null {
  const sum = increases.reduce(add, ZERO)
  if (sum.num <= 0n) return null
  const mean = multiply(sum, ratio(1n, BigInt(increases.length)))
  const num = missing.num * mean.den
  const den = missing.den * mean.num
  return (num + den - 1n) / den
}

function whyUnknown({ now, registeredAt, nextRank, increases, versions }: ForecastQuestion) {
  if (nextRank === null) return 'NO_RANK'
  if (registeredAt > firstForecastMonth(now)) return 'NEW'
  const grown = increases.filter(({ num }) => num > 0n)
  if (grown.length < LEAST_MONTHS_WITH_GROWTH) return 'FEW_MONTHS'
  return targetChanges(versions, now, nextRank) ? 'PLAN' : null
}

/** The first instant of the six full months before the month of an instant. */
export const firstForecastMonth = (now: number): number =>
  monthsLater(monthStart(now), -FORECAST_MONTHS)

/**
 * Whether a plan with other targets for a rank starts within three months: another turnover, other legs, another way to
 * count them, or no such rank.
 */
function targetChanges(versions: readonly PlanVersion[], now: number, rank: Rank): boolean {
  const end = monthsLater(now, PLAN_MONTHS_AHEAD)
  const current = planAt(versions, now).plan
  const starts = versions.map(({ plan }) => plan.validFrom)
  return starts
    .filter((start) => start > now && start <= end)
    .map((start) => planAt(versions, start).plan)
    .some(
      ({ legRule, countOwnTurnover, ranks }) =>
        legRule !== current.legRule ||
        countOwnTurnover !== current.countOwnTurnover ||
        !hasSameTarget(
          ranks.find(({ id }) => id === rank.id),
          rank,
        ),
    )
}

function hasSameTarget(a: Rank | undefined, b: Rank): boolean {
  return (
    a?.turnover === b.turnover &&
    a.legPercents.length === b.legPercents.length &&
    a.legPercents.every((percent, at) => compare(percent, b.legPercents[at]!) === 0)
  )
}
