import { expect, test } from 'vitest'

import { DAY_MS } from '../instant.ts'
import { codeBudget, withRightCode, withWrongCode } from './code-budget.ts'

const NOW = Date.UTC(2026, 10, 1)
const HOUR = 3_600_000

test.each([
  ['an hour ago', -HOUR, 10],
  ['less than an hour ago', -HOUR + 1, 0],
  ['a day ahead, of a clock that was set back', DAY_MS, 0],
  ['more than a day ahead, of a clock that ran wild', DAY_MS + 1, 10],
])('D-142 ten wrong codes %s leave the right number', (_, offset, left) => {
  const wrongAt = Array.from({ length: 10 }, () => NOW + offset)
  expect(codeBudget({ wrongAt, lockedAt: null }, NOW).left).toBe(left)
})

test('D-142 the tenth wrong code of an hour leaves none until the first is an hour old', () => {
  let codes = { wrongAt: [] as readonly number[], wrongStreak: 0, lockedAt: null as number | null }
  for (let wrong = 0; wrong < 9; wrong += 1) codes = withWrongCode(codes, NOW + wrong)
  expect(codeBudget(codes, NOW + 9)).toEqual({ left: 1, waitsUntil: null, isLocked: false })
  codes = withWrongCode(codes, NOW + 9)
  expect(codeBudget(codes, NOW + 9)).toEqual({ left: 0, waitsUntil: NOW + HOUR, isLocked: false })
})

test('D-142 the hundredth wrong code in a row locks payouts; a right one ends the row and keeps the budget', () => {
  const wrongAt = [NOW]
  const after = (wrongStreak: number) =>
    withWrongCode({ wrongAt, wrongStreak, lockedAt: null }, NOW + 1)
  expect(after(98)).toEqual({ wrongAt: [NOW, NOW + 1], wrongStreak: 99, lockedAt: null })
  expect(after(99).lockedAt).toBe(NOW + 1)
  expect(withRightCode(after(98))).toEqual({ ...after(98), wrongStreak: 0 })
})
