import { expect, test } from 'vitest'

import { rateOf, sumOf } from './link-figures.ts'

test.each([
  [13, 349, '3.7'],
  [8, 13, '61.5'],
  [3, 2, '150.0'],
  [0, 5, '0.0'],
  [1, 0, null],
  [1, null, null],
])('LNK-001 %s of %s is %s percent', (part, whole, percent) => {
  expect(rateOf(part, whole)).toBe(percent)
})

test('LNK-001 months add up; without counted visits there is no sum of visits', () => {
  const months = [
    { month: 2, visits: 5, registrations: 2, firstOrders: 1 },
    { month: 1, visits: 0, registrations: 3, firstOrders: 0 },
  ]
  expect(sumOf(months)).toEqual({ visits: 5, registrations: 5, firstOrders: 1 })
  expect(sumOf(months.map((month) => ({ ...month, visits: null })))).toMatchObject({ visits: null })
})
