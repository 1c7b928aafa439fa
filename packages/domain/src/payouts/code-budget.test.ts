import { expect, test } from 'vitest'

import { DAY_MS } from '../instant.ts'
import {
  codeBudget,
  isPayoutLocked,
  withRightCode,
  withWrongCode,
  type WrongCodes,
} from './code-budget.ts'

const NOW = Date.UTC(2026, 10, 1)
const HOUR = 3_600_000
const OPEN = { lockedAt: null, stopUntil: null }

test.each([
  ['an hour ago', -HOUR, 10],
  ['less than an hour ago', -HOUR + 1, 0],
  ['a day ahead, of a clock that was set back', DAY_MS, 0],
  ['more than a day ahead, of a clock that ran wild', DAY_MS + 1, 10],
])('D-142 ten wrong codes %s leave the right number', (_, offset, left) => {
  const wrongAt = Array.from({ length: 10 }, () => NOW + offset)
  expect(codeBudget({ wrongAt, ...OPEN }, NOW).left).toBe(left)
})

test('D-142 the tenth wrong code of an hour leaves none until the first is an hour old', () => {
  let codes: WrongCodes = { wrongAt: [], wrongStreak: 0, ...OPEN }
  for (let wrong = 0; wrong < 9; wrong += 1) codes = withWrongCode(codes, NOW + wrong)
  expect(codeBudget(codes, NOW + 9)).toEqual({ left: 1, waitsUntil: null, isLocked: false })
  codes = withWrongCode(codes, NOW + 9)
  expect(codeBudget(codes, NOW + 9)).toEqual({ left: 0, waitsUntil: NOW + HOUR, isLocked: false })
})

test('D-142 the hundredth wrong code in a row locks payouts; a right one ends the row and keeps the budget', () => {
  const wrongAt = [NOW]
  const after = (wrongStreak: number) => withWrongCode({ wrongAt, wrongStreak, ...OPEN }, NOW + 1)
  expect(after(98)).toEqual({ wrongAt: [NOW, NOW + 1], wrongStreak: 99, ...OPEN })
  expect(after(99).lockedAt).toBe(NOW + 1)
  expect(withRightCode(after(98))).toEqual({ ...after(98), wrongStreak: 0 })
})

test.each([
  ['no lock', null, null, false],
  ['a lock without an end', NOW - 1, null, true],
  ['a stop a millisecond before its end', NOW - 1, NOW + 1, true],
  ['a stop at its end', NOW - 1, NOW, false],
  ['a lock after wrong codes that came after the end of a stop', NOW - 1, NOW - 2, true],
  ['an end without a lock', null, NOW + 1, false],
])('PQU-012 %s locks payouts: %s, %s', (_, lockedAt, stopUntil, isLocked) => {
  expect(isPayoutLocked({ lockedAt, stopUntil }, NOW)).toBe(isLocked)
})
