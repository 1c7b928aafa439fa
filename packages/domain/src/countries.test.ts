import { expect, test } from 'vitest'

import { COUNTRY_CODES, isCountryCode } from './countries.ts'

test('the codes of all 249 countries, each once, two capital letters', () => {
  expect(COUNTRY_CODES).toHaveLength(249)
  expect(new Set(COUNTRY_CODES).size).toBe(249)
  for (const code of COUNTRY_CODES) expect(code).toMatch(/^[A-Z]{2}$/)
})

test.each([
  ['AD', true],
  ['DE', true],
  ['ZW', true],
  ['de', false],
  ['XX', false],
  ['', false],
  ['DE ', false],
])('%j is the code of a country: %s', (text, is) => {
  expect(isCountryCode(text)).toBe(is)
})
