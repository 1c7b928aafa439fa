import { expect, test } from 'vitest'

import { shortCount } from './figures.ts'

test.each([
  [0, '0'],
  [9_999, '9,999'],
  [10_000, '10K+'],
  [12_999, '12K+'],
  [1_999_999, '1M+'],
])('%i is written %s where room is scarce', (count, written) => {
  expect(shortCount(count)).toBe(written)
})
