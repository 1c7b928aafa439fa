import { describe, expect, test } from 'vitest'

import { fraction, ratio } from '../fraction.ts'
import { eurCents } from '../money.ts'
import { progressPercent } from './progress-percent.ts'

const eur = (value: number) => eurCents(value * 100)

describe('progressPercent', () => {
  test.each([
    [92_000, 100_000, 92],
    [92_999, 100_000, 92],
    [99_999.99, 100_000, 99],
    [100_000, 100_000, 100],
    [250_000, 100_000, 100],
    [0, 100_000, 0],
    [-1_000, 100_000, 0],
  ])('RNK-025 %d of %d is %i percent, rounded down', (counting, target, percent) => {
    const cents = eurCents(Math.round(counting * 100))
    expect(progressPercent(fraction(cents), eur(target))).toBe(percent)
  })

  test.each([
    [99_999, 0],
    [100_000, 1],
    [250_000, 2],
    [20_000_000, 100],
  ])('RNK-025 the literal formula makes %d of 100,000 to %i', (counting, percent) => {
    expect(progressPercent(fraction(eur(counting)), eur(100_000), 'literal')).toBe(percent)
  })

  test.each([0n, null, undefined, -1n])(
    'RNK-026 the progress percent is 0 when the target is 0 or missing (%s)',
    (target) => {
      expect(progressPercent(fraction(eur(500)), target)).toBe(0)
      expect(progressPercent(fraction(eur(500)), target, 'literal')).toBe(0)
    },
  )

  test('RNK-025 a fraction just below a percent does not round up to it', () => {
    expect(progressPercent(ratio(10n ** 30n - 1n, 10n ** 28n), 100n)).toBe(99)
  })
})
