import { DAY_MS, Refusal } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { budgetOf, withInit, withSession } from './payout-guard.ts'

const NOW = Date.UTC(2026, 10, 1)
const HOUR = 3_600_000
const GUARD = {
  partnerId: 1,
  wrongAt: [],
  wrongStreak: 0,
  lockedAt: null,
  minuteStart: NOW,
  inits: 10,
  sessions: {},
}

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

test.each([
  ['its first millisecond', 0, 60],
  ['the middle', 30_500, 30],
  ['its last millisecond', 59_999, 1],
])(
  'D-106 beyond the requests of a minute, %s names the seconds to its end',
  (_, after, seconds) => {
    expect(() => withInit(GUARD, { limit: 10, now: NOW + after })).toThrow(
      new Refusal('too_many_requests', { retryAfter: seconds }),
    )
  },
)

test('D-090 each source has a session of its own, and a new one takes the place of the old', () => {
  const session = (amount: string) => ({
    payoutTo: 'WALLET',
    address: 'a',
    amount,
    openedAt: NOW,
    expiresAt: NOW + 1,
    attemptsLeft: 3,
    seal: '',
  })
  const both = withSession(withSession(GUARD, 'A', session('1')), 'B', session('2'))
  expect(both.sessions).toEqual({ A: session('1'), B: session('2') })
  expect(withSession(both, 'A', session('3')).sessions).toEqual({
    A: session('3'),
    B: session('2'),
  })
  expect(withSession(both, 'A', null).sessions).toEqual({ B: session('2') })
})
