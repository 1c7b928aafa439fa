import { ALL_LANGUAGES } from '@partner-office/locales'
import { readTexts } from '@partner-office/locales/read'
import { describe, expect, test } from 'vitest'

import { PATHS } from '../paths.ts'
import { type PageName, titleOf } from './page-titles.ts'

/** Addresses that lead on to a page with the same title, or draw nothing. */
const SHARED: readonly PageName[] = ['catch', 'team', 'transactions', 'bonusInfinity']

const NAMES = (Object.keys(PATHS) as PageName[]).filter((name) => !SHARED.includes(name))

const titlesIn = (language: (typeof ALL_LANGUAGES)[number]): readonly string[] => {
  const texts = { ...readTexts(language, 'shared'), ...readTexts(language, 'office') }
  return NAMES.map((name) => titleOf(name, (key) => texts[key]!))
}

describe.each(ALL_LANGUAGES)('the titles of the pages in %s', (language) => {
  const titles = titlesIn(language)

  test('WCAG 2.4.2 each page has a title of its own', () => {
    expect(titles).toHaveLength(NAMES.length)
    for (const title of titles) expect(title).toMatch(/\p{L}/u)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })
})

describe.each(ALL_LANGUAGES.filter((language) => language !== 'en'))(
  'the titles of the pages in %s',
  (language) => {
    // Names of programmes and words such as "Dashboard" and "Support" are the same in some.
    test('WCAG 2.4.2 they are in the language of the page', () => {
      const english = titlesIn('en')
      const same = titlesIn(language).filter((title, at) => title === english[at])
      expect(same.length, same.join(', ')).toBeLessThan(NAMES.length / 4)
    })
  },
)
