import { Refusal } from '@partner-office/domain'
import { expect, test } from 'vitest'

import type { Core } from '../../../core/core.ts'
import { passwordSeal } from '../../../keys/password-seal.ts'
import {
  isSealed,
  sealSession,
  sessionKey,
  withInit,
  withoutExpired,
  withSession,
} from './payout-guard.ts'

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

const REQUESTED = { partnerId: 1, from: 'A', signIn: '1' }
const coreWith = (key: number, isBesideOlder = false) =>
  ({ passwords: passwordSeal(Buffer.alloc(32, key)), leadership: { isBesideOlder } }) as Core
const core = coreWith(1)
const opened = session('5')

test('D-142 a sealed request is that of its partner, source and sign-in, with its amount, address and times', () => {
  const sealed = sealSession(core, REQUESTED, opened)
  expect(isSealed(core, REQUESTED, sealed)).toBe(true)
  expect(isSealed(core, REQUESTED, { ...sealed, attemptsLeft: 1 })).toBe(true)
  for (const requested of [{ partnerId: 2 }, { from: 'B' }, { signIn: '2' }]) {
    expect(isSealed(core, { ...REQUESTED, ...requested }, sealed)).toBe(false)
  }
  const changes = { payoutTo: 'b', address: 'b', amount: '6', openedAt: NOW + 1, expiresAt: NOW }
  for (const [name, value] of Object.entries(changes)) {
    expect(isSealed(core, REQUESTED, { ...sealed, [name]: value })).toBe(false)
  }
  for (const seal of ['', sealed.seal.slice(1), `${sealed.seal.slice(1)}A`, undefined]) {
    expect(isSealed(core, REQUESTED, { ...sealed, seal: seal as string })).toBe(false)
  }
  expect(isSealed(coreWith(2), REQUESTED, sealed)).toBe(false)
})

const { payoutTo, address, amount, openedAt, expiresAt } = opened
const TEXT = JSON.stringify([
  'payout',
  sessionKey(REQUESTED),
  payoutTo,
  address,
  amount,
  openedAt,
  expiresAt,
])

test('UPG-003 a request that is opened beside a process of version 0.3.0 is one that it confirms', () => {
  const { seal } = sealSession(coreWith(1, true), REQUESTED, opened)
  expect(core.passwords.open(1, Buffer.from(seal, 'base64'))).toBe(TEXT)
  expect(isSealed(core, REQUESTED, { ...opened, seal })).toBe(true)
})

test('UPG-003 a request that a process of version 0.3.0 has sealed is confirmed beside it', () => {
  const seal = core.passwords.seal(1, TEXT).toString('base64')
  expect(isSealed(core, REQUESTED, { ...opened, seal })).toBe(true)
  expect(isSealed(core, REQUESTED, { ...opened, amount: '6', seal })).toBe(false)
  expect(isSealed(core, { ...REQUESTED, partnerId: 2 }, { ...opened, seal })).toBe(false)
})
