import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import {
  ALL_LANGUAGES,
  COMPLETE_LANGUAGES,
  DEFAULT_LANGUAGE,
  directionOf,
  menuLanguages,
  offeredLanguages,
} from './languages.ts'

const AREAS = ['shared', 'office', 'passport', 'mail', 'statement'] as const
const COMPLETE = ['de', 'ar'] as const
const PLURAL = /_(zero|one|two|few|many|other)$/

type Texts = Readonly<Record<string, string>>

const textsOf = (language: string, area: string): Texts =>
  JSON.parse(readFileSync(join(import.meta.dirname, language, `${area}.json`), 'utf8'))

const stemsOf = (texts: Texts): string[] =>
  [...new Set(Object.keys(texts).map((key) => key.replace(PLURAL, '')))].sort()

/** These plural forms may spell out their count ("two days"). */
const MAY_SPELL_COUNT = /_(zero|one|two)$/

function placeholdersOf(key: string, text: string): string[] {
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  return names.filter((name) => name !== 'count' || !MAY_SPELL_COUNT.test(key)).sort()
}

describe.each(AREAS)('the texts of %s', (area) => {
  const english = textsOf('en', area)

  test('exist', () => expect(Object.keys(english).length).toBeGreaterThan(3))

  test.each(COMPLETE)('%s has the same keys as English', (language) => {
    expect(stemsOf(textsOf(language, area))).toEqual(stemsOf(english))
  })

  test.each(COMPLETE)('%s has the placeholders of English', (language) => {
    for (const [key, text] of Object.entries(textsOf(language, area))) {
      const source = english[key] ?? english[key.replace(PLURAL, '_other')] ?? ''
      expect(placeholdersOf(key, text), key).toEqual(placeholdersOf(key, source))
    }
  })

  test.each(['en', ...COMPLETE])('%s has every plural form of its language', (language) => {
    const texts = textsOf(language, area)
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const key of Object.keys(texts).filter((name) => PLURAL.test(name))) {
      const stem = key.replace(PLURAL, '')
      for (const form of forms) expect(Object.keys(texts)).toContain(`${stem}_${form}`)
    }
  })

  test.each(['en', ...COMPLETE])('%s has no empty text and is sorted by key', (language) => {
    const texts = textsOf(language, area)
    for (const [key, text] of Object.entries(texts)) expect(text.trim(), key).not.toBe('')
    expect(Object.keys(texts)).toEqual(Object.keys(texts).toSorted())
  })
})

test('no key is in two areas: one would hide the other', () => {
  const onServer: readonly string[] = ['mail', 'statement']
  const screens = AREAS.filter((area) => !onServer.includes(area)).flatMap((area) =>
    Object.keys(textsOf('en', area)),
  )
  expect(screens.filter((key, at) => screens.indexOf(key) !== at)).toEqual([])
})

test('a language counts as complete exactly when its files have every text', () => {
  const complete = ALL_LANGUAGES.filter((language) =>
    AREAS.every((area) => {
      const path = join(import.meta.dirname, language, `${area}.json`)
      if (!existsSync(path)) return false
      const stems = new Set(stemsOf(textsOf(language, area)))
      return stemsOf(textsOf('en', area)).every((stem) => stems.has(stem))
    }),
  )
  expect(COMPLETE_LANGUAGES.toSorted()).toEqual(complete.toSorted())
})

test('every folder of texts is a known language', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(ALL_LANGUAGES).toEqual(expect.arrayContaining(folders))
})

describe('offered languages', () => {
  test('17 by default, in the specified order', () => {
    const stated = 'en de ru es it ko hi zh fr ar ja mn pt vi bn id tr'.split(' ')
    expect(offeredLanguages('default')).toEqual(stated)
  })

  test('all 21, or the listed ones; an empty list means the default', () => {
    expect(offeredLanguages('all')).toHaveLength(21)
    expect(offeredLanguages('ar, de,cs')).toEqual(['de', 'ar', 'cs'])
    expect(offeredLanguages('')).toHaveLength(17)
  })

  test('I18-001 the default language is en', () => expect(DEFAULT_LANGUAGE).toBe('en'))

  test('menus show the offered languages that are complete', () => {
    expect(menuLanguages('default')).toEqual(['en', 'de', 'ar'])
    expect(menuLanguages('ar, ru')).toEqual(['ar'])
    expect(menuLanguages('ru')).toEqual(['ru'])
  })

  test('only Arabic is right to left', () => {
    expect(ALL_LANGUAGES.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar'])
  })
})
