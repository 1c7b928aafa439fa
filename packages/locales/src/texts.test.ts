import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { brokenTerms } from './check-glossary.ts'
import { AREAS, checkTexts, type Texts } from './check-texts.ts'
import { ALL_LANGUAGES, DEFAULT_LANGUAGE, directionOf, offeredLanguages } from './languages.ts'
import { readGlossary } from './read-texts.ts'

const FOLDERS = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

const readJson = <Content>(...path: readonly string[]): Content =>
  JSON.parse(readFileSync(join(import.meta.dirname, ...path), 'utf8')) as Content

const textsOf = (language: string, area: string): Texts => readJson(language, `${area}.json`)

describe.each(FOLDERS)('the texts in %s', (language) => {
  const glossary = readGlossary(language)

  test.each(AREAS)('%s: complete, well formed, in the words of the glossary', (area) => {
    const texts = textsOf(language, area)
    expect(checkTexts({ language, texts, english: textsOf('en', area), glossary })).toEqual([])
  })

  test.each(AREAS)('%s: sorted by key', (area) => {
    const keys = Object.keys(textsOf(language, area))
    expect(keys.length).toBeGreaterThan(3)
    expect(keys).toEqual(keys.toSorted())
  })

  test('the 50 % rule of a bonus does not call the bonus a rank', () => {
    const title = textsOf(language, 'office')['programmes.ruleTitle']!.toLocaleLowerCase()
    const forms = glossary?.['rank']?.forms ?? ['rank']
    expect(forms.filter((form) => title.includes(form))).toEqual([])
  })

  test('the glossary has every term', () => {
    expect(language === 'en' ? [] : brokenTerms(glossary!)).toEqual([])
  })
})

describe('the texts of the console, in English alone', () => {
  const texts = textsOf('en', 'console')

  test('well formed, and sorted by key', () => {
    expect(checkTexts({ language: 'en', texts, english: texts, glossary: null })).toEqual([])
    expect(Object.keys(texts)).toEqual(Object.keys(texts).toSorted())
  })

  test('no key is also a shared one: one would hide the other', () => {
    const shared = textsOf('en', 'shared')
    expect(Object.keys(texts).filter((key) => key in shared)).toEqual([])
  })
})

test('no key is in two areas: one would hide the other', () => {
  const onServer: readonly string[] = ['mail', 'statement']
  const screens = AREAS.filter((area) => !onServer.includes(area)).flatMap((area) =>
    Object.keys(textsOf('en', area)),
  )
  expect(screens.filter((key, at) => screens.indexOf(key) !== at)).toEqual([])
})

test('I18-003 each of of the 21 languages has its files, and there are no others', () => {
  expect(FOLDERS.toSorted()).toEqual(ALL_LANGUAGES.toSorted())
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

  test('only Arabic is right to left', () => {
    expect(ALL_LANGUAGES.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar'])
  })
})

test('Arabic texts write the word of a rank in Arabic letters, also in the names of bonuses', () => {
  const mixed = AREAS.flatMap((area) =>
    Object.entries(textsOf('ar', area)).filter(([, text]) => /diamond/i.test(text)),
  )
  expect(mixed).toEqual([])
})
