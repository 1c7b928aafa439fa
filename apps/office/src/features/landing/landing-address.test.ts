import { expect, test } from 'vitest'

import { landingAt } from './landing-address.ts'

test.each([
  ['/', null, null],
  ['/en', 'en', null],
  ['/en/', 'en', null],
  ['/en/partner', 'en', null],
  ['/en/partner/', 'en', null],
  ['/de/partner/K7M2QX', 'de', 'K7M2QX'],
  ['/de/partner/K7M2QX/', 'de', 'K7M2QX'],
  ['/de/partner/K7M2QX/).', 'de', 'K7M2QX'],
  ['/de/partner/%28K7M2QX%29.', 'de', 'K7M2QX'],
  ['/ar/partner/a%20b', 'ar', 'ab'],
  ['/ar/partner/%E0%A4%A', 'ar', 'E0A4A'],
  ['/ar/partner/).', 'ar', ''],
])('%s: the language %j, the referral %j', (pathname, locale, referral) => {
  expect(landingAt(pathname)).toEqual({ locale, referral })
})
