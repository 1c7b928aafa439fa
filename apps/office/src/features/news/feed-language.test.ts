import { ALL_LANGUAGES } from '@partner-office/locales'
import { expect, test } from 'vitest'

import { feedLanguage } from './feed-language.ts'

const OWN = ['ru', 'es', 'de', 'hi']

test.each(ALL_LANGUAGES)('NEW-005 the feed of a page in %s', (locale) => {
  expect(feedLanguage(locale, 'ru,es,de,hi')).toBe(OWN.includes(locale) ? locale : 'en')
})

test.each([
  ['ar', 'de, ar', 'ar'],
  ['de', '', 'en'],
  ['en', 'nonsense', 'en'],
])('D-108 the feed of a page in %s with the languages %j is %s', (locale, setting, language) => {
  expect(feedLanguage(locale, setting)).toBe(language)
})
