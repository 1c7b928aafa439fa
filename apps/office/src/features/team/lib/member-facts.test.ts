import { expect, test } from 'vitest'

import { countryName, isActiveMember } from './member-facts.ts'

test.each([
  [1_001, true],
  [1_000, false],
  [999, false],
  [null, false],
])('TEA-028 a member whose activity ends at %s is active at 1000: %s', (activeUntil, is) => {
  expect(isActiveMember({ activeUntil }, 1_000)).toBe(is)
})

test('a country has a name in each language, or its code', () => {
  expect(countryName('DE', 'en')).toBe('Germany')
  expect(countryName('DE', 'ar')).toBe('ألمانيا')
  expect(countryName('?', 'en')).toBe('?')
})
