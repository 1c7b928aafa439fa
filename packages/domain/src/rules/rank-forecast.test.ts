import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { add, compare, fraction, type Fraction, multiply, ratio, ZERO } from '../fraction.ts'
import { eurCents } from '../money.ts'
import { monthsLater } from '../month.ts'
import type { Plan, PlanVersion } from '../plan/plan.ts'
import { defaultPlan } from '../testing/default-plan.ts'
import { PROPERTY_CASES } from '../testing/property-cases.ts'
import { type ForecastQuestion, rankForecast } from './rank-forecast.ts'

const NOW = Date.UTC(2026, 10, 20, 14, 32)
const plan = defaultPlan()
const sapphire = plan.ranks.find(({ code }) => code === 'SAPPHIRE')!

const cents = (...euros: number[]): Fraction[] => euros.map((euro) => fraction(euro * 100))
const version = (number: number, changes: Partial<Plan>): PlanVersion => ({
  version: number,
  plan: { ...plan, ...changes },
})

const ask = (changes: Partial<ForecastQuestion> = {}) =>
  rankForecast({
    now: NOW,
    registeredAt: Date.UTC(2025, 2, 12),
    nextRank: sapphire,
    missing: fraction(8_880_00),
    increases: cents(8_400, 9_120, 10_640, 12_980, 14_310, 9_460),
    versions: [version(1, {})],
    ...changes,
  })

const month = (year: number, number: number) => Date.UTC(year, number - 1)

describe('RKH-003 the forecast', () => {
  test.each([
    // Means of 12,643.33 and 8,993.33 EUR.
    [8_880, { state: 'RANGE', from: month(2026, 12), to: month(2026, 12) }],
    [12_000, { state: 'RANGE', from: month(2026, 12), to: month(2027, 1) }],
    [50_000, { state: 'RANGE', from: month(2027, 3), to: month(2027, 5) }],
    // 36 slowest months are 323,760 EUR; one cent more has no end within three years.
    [323_760, { state: 'RANGE', from: month(2029, 1), to: month(2029, 11) }],
    [323_760.01, { state: 'OPEN', from: month(2029, 1) }],
    // 36 fastest months are 455,160 EUR.
    [455_160, { state: 'OPEN', from: month(2029, 11) }],
    [455_160.01, { state: 'LATE' }],
  ])('with %d EUR missing', (missing, forecast) => {
    expect(ask({ missing: ratio(BigInt(Math.round(missing * 100)), 1n) })).toEqual(forecast)
  })

  test('a month is full as soon as the increases reach the missing amount to the cent', () => {
    const increases = cents(100, 100, 100, 100, 100, 100)
    expect(ask({ increases, missing: fraction(200_00) })).toMatchObject({ from: month(2027, 1) })
    expect(ask({ increases, missing: fraction(200_01) })).toMatchObject({ from: month(2027, 2) })
    expect(ask({ increases, missing: ratio(20_000_01n, 100n) })).toMatchObject({
      from: month(2027, 2),
    })
  })

  test.each([
    ['falling', cents(300, 300, 300, -100, -100, -100)],
    ['standing still', cents(300, 300, 300, 0, 0, 0)],
  ])('three months %s leave the range open', (_, increases) => {
    expect(ask({ increases, missing: fraction(900_00) })).toEqual({
      state: 'OPEN',
      from: month(2027, 2),
    })
  })

  test('two months with growth are too few, a month without a change is none', () => {
    const reason = { state: 'UNKNOWN', reason: 'FEW_MONTHS' }
    expect(ask({ increases: cents(300, 300, 0, 0, 0, 0) })).toEqual(reason)
    expect(ask({ increases: cents(3_000, 3_000, 0, 0, 0, 0.01) })).toMatchObject({
      state: 'OPEN',
    })
  })

  test('a partner is new until six full months have passed since the registration', () => {
    const sixMonthsAgo = month(2026, 5)
    expect(ask({ registeredAt: sixMonthsAgo })).toMatchObject({ state: 'RANGE' })
    expect(ask({ registeredAt: sixMonthsAgo + 1 })).toEqual({ state: 'UNKNOWN', reason: 'NEW' })
  })

  test('without a next rank there is nothing to forecast, also for a new partner', () => {
    expect(ask({ nextRank: null, registeredAt: NOW })).toEqual({
      state: 'UNKNOWN',
      reason: 'NO_RANK',
    })
  })

  const raised = plan.ranks.map((rank) =>
    rank === sapphire ? { ...rank, turnover: eurCents(rank.turnover + 1n) } : rank,
  )
  const otherLegs = plan.ranks.map((rank) =>
    rank === sapphire ? { ...rank, legPercents: [fraction('0.5'), fraction('0.31')] } : rank,
  )
  const inThreeMonths = monthsLater(NOW, 3)
  const later = (changes: Partial<Plan>, validFrom = inThreeMonths) =>
    ask({ versions: [version(1, {}), version(2, { validFrom, ...changes })] })
  const changing = { state: 'UNKNOWN', reason: 'PLAN' }

  test.each([
    ['another turnover', { ranks: raised }],
    ['other legs', { ranks: otherLegs }],
    ['fewer legs', { ranks: plan.ranks.map((rank) => ({ ...rank, legPercents: [fraction(1)] })) }],
    ['no such rank', { ranks: plan.ranks.filter((rank) => rank !== sapphire) }],
    ['another rule of the legs', { legRule: 'sequential' as const }],
    ['own turnover counting', { countOwnTurnover: true }],
  ])('a plan with %s within three months makes it unknown', (_, changes) => {
    expect(later(changes)).toEqual(changing)
    expect(later(changes, NOW + 1)).toEqual(changing)
    expect(later(changes, inThreeMonths + 1)).toMatchObject({ state: 'RANGE' })
  })

  test('a plan that leaves the target alone, is in force already or is replaced changes nothing', () => {
    expect(later({ activity: { minimumOrder: eurCents(1), days: 1 } })).toMatchObject({
      state: 'RANGE',
    })
    expect(later({ ranks: raised }, NOW)).toMatchObject({ state: 'RANGE' })
    const versions = [
      version(1, {}),
      version(2, { validFrom: inThreeMonths, ranks: raised }),
      version(3, { validFrom: inThreeMonths }),
    ]
    expect(ask({ versions })).toMatchObject({ state: 'RANGE' })
  })
})

/** Adds the mean month by month until nothing is missing. */
function naiveMonths(missing: Fraction, three: readonly Fraction[]): number {
  const third = ratio(1n, 3n)
  const mean = three.map((each) => multiply(each, third)).reduce(add, ZERO)
  let sum = ZERO
  for (let months = 0; months <= 36; months += 1) {
    if (compare(sum, missing) >= 0) return months
    sum = add(sum, mean)
  }
  return Infinity
}

const increase = fc
  .tuple(fc.bigInt({ min: -50_000n, max: 500_000n }), fc.constantFrom(1n, 3n, 10n))
  .map(([num, den]) => ratio(num, den))

test('RKH-003 property: the forecast equals adding up month by month, and never ends before it begins', () => {
  fc.assert(
    fc.property(
      fc.array(increase, { minLength: 6, maxLength: 6 }),
      fc.bigInt({ min: 1n, max: 20_000_000n }),
      (increases, missingCents) => {
        const missing = ratio(missingCents, 1n)
        const up = increases.toSorted(compare)
        const fast = naiveMonths(missing, up.slice(3))
        const slow = naiveMonths(missing, up.slice(0, 3))
        const at = (months: number) => Date.UTC(2026, 10 + months)
        const grown = up.filter(({ num }) => num > 0n).length
        const expected =
          grown < 3
            ? { state: 'UNKNOWN', reason: 'FEW_MONTHS' }
            : fast === Infinity
              ? { state: 'LATE' }
              : slow === Infinity
                ? { state: 'OPEN', from: at(fast) }
                : { state: 'RANGE', from: at(fast), to: at(slow) }
        const answer = ask({ increases, missing })
        expect(answer).toEqual(expected)
        if (answer.state === 'RANGE') expect(answer.from).toBeLessThanOrEqual(answer.to)
      },
    ),
    { numRuns: PROPERTY_CASES },
  )
})
