import { DAY_MS } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { budgetOf } from './payout-guard.ts'

const NOW = Date.UTC(2026, 10, 1)
const HOUR = 3_600_000

test.each([
  ['an hour ago', -HOUR, 10],
  ['less than an hour ago', -HOUR + 1, 0],
  ['a day ahead, of a clock that was set back', DAY_MS, 0],
  ['more than a day ahead, of a clock that ran wild', DAY_MS + 1, 10],
])('D-142 ten wrong codes %s leave the right number', (_, offset, left) => {
  const wrongAt = Array.from({ length: 10 }, () => NOW + offset)
  const guard = { wrongAt, wrongStreak: 10, lockedAt: null, minuteStart: 0, inits: 0 }
  expect(budgetOf(guard, NOW).left).toBe(left)
})
