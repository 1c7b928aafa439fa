// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'

import { keepWantedPage, takeWantedPage } from './wanted-page.ts'

afterEach(() => sessionStorage.clear())

test('STA-042 the page that a visitor opened is kept once, with query and hash', () => {
  expect(takeWantedPage()).toBeNull()
  keepWantedPage('/de/transactions/payouts?page=2#tabs')
  expect(takeWantedPage()).toBe('/de/transactions/payouts?page=2#tabs')
  expect(takeWantedPage()).toBeNull()
})

test.each([
  '//evil.example/en/',
  'https://evil.example/',
  'javascript:alert(1)',
  '/',
  '',
  '/\\evil/x',
])('STA-042 %j is no page of the office', (address) => {
  keepWantedPage(address)
  expect(takeWantedPage()).toBeNull()
  expect(takeWantedPage()).toBeNull()
})
