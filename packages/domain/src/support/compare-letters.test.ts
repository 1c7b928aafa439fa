import fc from 'fast-check'
import { expect, test } from 'vitest'

import { compareLetters, likenessOf, type LetterRun } from './compare-letters.ts'

const shown = (runs: readonly LetterRun[]) =>
  runs.map(({ text, isSame }) => (isSame ? text : `[${text}]`)).join('')

test('DOC-002 differing letters are marked in both texts', () => {
  const { one, other } = compareLetters('Noor Aziz', 'Nour Azis')
  expect([shown(one), shown(other)]).toEqual(['No[o]r Azi[z]', 'No[u]r Azi[s]'])
  expect(shown(compareLetters('Ana', 'Anna').other)).toBe('An[n]a')
  expect(compareLetters('', '')).toEqual({ one: [], other: [] })
  expect(shown(compareLetters('ab', '').one)).toBe('[ab]')
})

test('DOC-002 letters of any script are compared, also those outside the basic plane', () => {
  const { one, other } = compareLetters('𠮷田', '吉田')
  expect([shown(one), shown(other)]).toEqual(['[𠮷]田', '[吉]田'])
})

test('DOC-002 runs make up the texts, and the equal ones are equal', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      const { one, other } = compareLetters(a, b)
      const all = (runs: readonly LetterRun[]) => runs.map(({ text }) => text).join('')
      const same = (runs: readonly LetterRun[]) => all(runs.filter(({ isSame }) => isSame))
      expect([all(one), all(other)]).toEqual([a, b])
      expect(same(one)).toBe(same(other))
    }),
  )
})

test('DOC-002 case, accents, hyphens and spaces make values similar, another letter different', () => {
  expect(likenessOf('Ada', 'Ada')).toBe('same')
  expect(likenessOf('Jean-Luc', 'JEAN LUC')).toBe('similar')
  expect(likenessOf('Zoë', 'Zoe')).toBe('similar')
  expect(likenessOf('Ada', 'Ida')).toBe('different')
})
