import { DAY_MS } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { BasisCache } from './basis-cache.ts'
import type { PayoutBasis } from './payout-basis.ts'

const MIDNIGHT = Date.UTC(2026, 9, 2)
const source = (partnerId: number, from = 'A', signIn = 's') => ({
  partnerId,
  signIn,
  from,
  to: null,
})
const basis = (now: number) => ({ now }) as PayoutBasis

test('a basis is taken once, by its partner, source and sign-in, and moves to the instant of the call', () => {
  const kept = new BasisCache()
  kept.keep(source(1), basis(MIDNIGHT))
  expect(kept.take(source(2), MIDNIGHT)).toBeNull()
  expect(kept.take(source(1, 'B'), MIDNIGHT)).toBeNull()
  expect(kept.take(source(1, 'A', 't'), MIDNIGHT)).toBeNull()
  expect(kept.take(source(1), MIDNIGHT + 5)).toEqual(basis(MIDNIGHT + 5))
  expect(kept.take(source(1), MIDNIGHT + 5)).toBeNull()
})

test.each([
  ['the last millisecond of its day', DAY_MS - 1, true],
  ['the first of the next', DAY_MS, false],
  ['the last of the day before', -1, false],
])('a basis is good until %s: limits count by day', (_, after, isGood) => {
  const kept = new BasisCache()
  kept.keep(source(1), basis(MIDNIGHT))
  expect(kept.take(source(1), MIDNIGHT + after) !== null).toBe(isGood)
})

test('the oldest is forgotten first, and keeping one again makes it the newest', () => {
  const kept = new BasisCache(2)
  for (const id of [1, 2, 1, 3]) kept.keep(source(id), basis(MIDNIGHT))
  expect([1, 2, 3].map((id) => kept.take(source(id), MIDNIGHT) !== null)).toEqual([
    true,
    false,
    true,
  ])
})
