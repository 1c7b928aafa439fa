import { expect, test } from 'vitest'

import { localeOf } from './locale.ts'

test.each([
  ['/de/dashboard', 'en,de', 'de'],
  ['/de', 'en,de', 'de'],
  ['/fr/dashboard', 'en,de', 'en'],
  ['/', 'en,de', 'en'],
  ['', 'en,de', 'en'],
  ['/dashboard/de', 'en,de', 'en'],
])('RTE-004 the language of %j with %s offered is %s', (pathname, setting, language) => {
  expect(localeOf(pathname, setting)).toBe(language)
})
