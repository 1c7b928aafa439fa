import { expect, test } from 'vitest'

import { fraction } from '../fraction.ts'
import { eurValueOf } from './eur-value.ts'

test.each([
  ['EUR', null, 1_234n, 1_234_000_000n],
  ['UPT', '2', 300_000_000n, 150_000_000n],
  ['UPT', '3', 100_000_000n, 33_333_333n],
  ['UPT', '3', -100_000_000n, -33_333_333n],
  ['UCN', '0.0412', 1n, 24n],
  ['ULTIMA', '8', 1n, 12n],
] as const)(
  'DIS-002 in %s at a rate of %s, %i units are worth %i',
  (currency, rate, units, worth) => {
    expect(eurValueOf(currency, rate === null ? null : fraction(rate))!(units)).toBe(worth)
  },
)

test('WIN has no value in EUR', () => {
  expect(eurValueOf('WIN', null)).toBeNull()
})
