import { Refusal } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { withInit, withoutExpired, withSession } from './payout-guard.ts'

const NOW = Date.UTC(2026, 10, 1)
const GUARD = {
  partnerId: 1,
  wrongAt: [],
  wrongStreak: 0,
  lockedAt: null,
  stopUntil: null,
  minuteStart: NOW,
  inits: 10,
  sessions: {},
}

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

const session = (amount: string, expiresAt = NOW + 1) => ({
  payoutTo: 'WALLET',
  address: 'a',
  amount,
  openedAt: NOW,
  expiresAt,
  attemptsLeft: 3,
  seal: '',
})

test('D-090 each source and sign-in has a session of its own, and a new one takes the place of the old', () => {
  const [a, b, other] = [
    { from: 'A', signIn: '1' },
    { from: 'B', signIn: '1' },
    { from: 'A', signIn: '2' },
  ] as const
  let guard = withSession(GUARD, a, session('1'))
  guard = withSession(withSession(guard, b, session('2')), other, session('3'))
  expect(guard.sessions).toEqual({ 'A 1': session('1'), 'B 1': session('2'), 'A 2': session('3') })
  const replaced = withSession(guard, a, session('4'))
  expect(replaced.sessions).toEqual({ ...guard.sessions, 'A 1': session('4') })
})

test('an expired session is forgotten at its last instant, and no other', () => {
  const sessions = { 'A 1': session('1', NOW), 'A 2': session('2', NOW + 1) }
  expect(withoutExpired({ ...GUARD, sessions }, NOW).sessions).toEqual({ 'A 2': sessions['A 2'] })
  expect(withoutExpired({ ...GUARD, sessions }, NOW - 1).sessions).toEqual(sessions)
})
