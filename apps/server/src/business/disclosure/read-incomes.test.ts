import { SumsByRow } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { column } from '../../db/column.ts'
import { atOnce } from '../../network/in-slices.ts'
import { addCredits } from './read-incomes.ts'

const CREDITS = 20_001
const MOST_A_STEP = 5_000

/** Credits of 1 cent, and one that no double holds, of one partner. */
const credited = (amounts: readonly bigint[]) => ({
  size: amounts.length,
  currency: 'EUR' as const,
  rate: null,
  ids: column(amounts.map(() => 7)),
  amounts: column(amounts),
})

const sumOf = (earned: SumsByRow): bigint => atOnce(earned.values())[0]!

test('DIS-009 other calls wait for 5,000 credits at most: incomes are added in steps', () => {
  const earned = new SumsByRow(1)
  const all = credited(Array.from({ length: CREDITS }, () => 1n))
  let added = 0
  let most = 0
  for (const _ of addCredits(all, { earned, rowOf: () => 0 })) {
    const now = Number(sumOf(earned)) / 1_000_000
    most = Math.max(most, now - added)
    added = now
  }
  expect(most).toBe(MOST_A_STEP)
  expect(sumOf(earned)).toBe(BigInt(CREDITS) * 1_000_000n)
})

test('DIS-009 credits that no double holds are added exactly', () => {
  const earned = new SumsByRow(1)
  const amounts = [2n ** 53n + 1n, -(2n ** 53n), 3n]
  atOnce(addCredits(credited(amounts), { earned, rowOf: () => 0 }))
  expect(sumOf(earned)).toBe(4_000_000n)
})
