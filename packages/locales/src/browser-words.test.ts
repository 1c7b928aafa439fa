import { expect, test } from 'vitest'

import { browserTexts } from './browser-data.ts'
import { browserWord, keepBrowserWords, listText, numberLanguage } from './browser-words.ts'

test('the words of Mongolian are sent with its texts; other languages need none', () => {
  const words = browserTexts('mn')
  expect(words).toMatchObject({
    'intl.month.11': '11-р сар',
    'intl.year.11': expect.stringMatching(/^\{\{year\}\}\sоны 11-р сар$/),
    'intl.age.0.minute': 'энэ минут',
    'intl.age.5.hour': '5 цагийн өмнө',
    'intl.age.1.day': 'өчигдөр',
    'intl.region.DE': 'Герман',
    'intl.field.month': 'сар',
    'intl.date': '{{year}}.{{month}}.{{day}}',
  })
  for (const [unit, last] of [
    ['minute', 59],
    ['hour', 23],
    ['day', 3],
  ]) {
    expect(words[`intl.age.${last}.${unit}`]).toBeDefined()
  }
  expect(browserTexts('kk')).toMatchObject({
    'intl.region.DE': 'Германия',
    'intl.date': '{{day}}.{{month}}.{{year}}',
  })
  expect(browserTexts('ru')).toEqual({})
})

test('they stand in for the browser in the languages that they are sent with', () => {
  keepBrowserWords('kk', browserTexts('kk'))
  keepBrowserWords('fr', { 'intl.month.1': 'not from the server' })
  expect(browserWord('kk', 'month.1')).toBe('Қаңтар')
  expect(browserWord('kk', 'month.13')).toBeNull()
  expect(browserWord('fr', 'month.1')).toBeNull()
  expect(numberLanguage('kk')).toBe('ru')
  expect(numberLanguage('fr')).toBe('fr')
  expect(listText(['A', 'B', 'C'], 'kk')).toBe('A, B, C')
  expect(listText(['A', 'B', 'C'], 'de')).toBe('A, B und C')
})
