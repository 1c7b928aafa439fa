import { expect, test } from 'vitest'

import { changingPlans, startingPlan } from '../../../../../oracle/changing-plans.ts'
import { compute } from '../../../../../oracle/compute.ts'
import { endOf } from '../../../../../oracle/month.ts'
import { defaultPlan } from '../../../../../oracle/plan.ts'
import { type MonthsWish, randomMonths } from '../../../../../oracle/random-months.ts'
import { TYPES } from '../../../../../oracle/records.ts'
import { onBothDatabases } from '../../testing/databases.ts'
import { differencesFromOracle, playScenario } from '../../testing/scenario.ts'

const SEQUENTIAL = { ...defaultPlan(), legRule: 'sequential' as const, countOwnTurnover: true }

const STAR: MonthsWish = { seed: 21, partners: 30, shape: 'star' }
const CHAIN: MonthsWish = { seed: 22, partners: 30, shape: 'chain', oddRates: true }
const EQUAL_LEGS: MonthsWish = {
  seed: 23,
  partners: 30,
  shape: 'binary',
  oddRates: true,
  plan: SEQUENTIAL,
}
const CHANGING_PLANS: MonthsWish = {
  seed: 32,
  partners: 40,
  shape: 'roots',
  oddRates: true,
  plan: startingPlan(),
  laterPlans: changingPlans(startingPlan()),
}

onBothDatabases('six closed months', (newDatabase, kind) => {
  const wishes = kind === 'embedded' ? [STAR] : [CHANGING_PLANS, CHAIN, EQUAL_LEGS]
  test.for(wishes)('equal the oracle’s: $shape, seed $seed', async (wish) => {
    const scenario = randomMonths(wish)
    const core = await playScenario(await newDatabase(), scenario)
    expect(await differencesFromOracle(core, scenario)).toEqual([])
  })
})

test('the compared data has every kind of bonus, late corrections and reversals of closed months', () => {
  const { records } = compute(randomMonths(CHANGING_PLANS))
  const monthly = records.filter(({ period }) => period !== '')
  expect(new Set(records.map(({ type }) => type))).toEqual(new Set(TYPES))
  expect(new Set(monthly.map(({ period }) => period)).size).toBe(6)
  expect(monthly.some(({ amount }) => amount < 0n)).toBe(true)
  // There is no later month whose close could correct the last one.
  const late = monthly.filter(({ period, paidAt, amount }) => amount > 0n && paidAt > endOf(period))
  expect(new Set(late.map(({ period }) => period)).size).toBe(5)
  expect(new Set(late.map(({ type }) => type)).size).toBe(7)
})
