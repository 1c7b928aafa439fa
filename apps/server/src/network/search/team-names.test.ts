import { foldName } from '@partner-office/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { FiguresEngine } from '../figures-engine.ts'
import { atOnce } from '../in-slices.ts'
import { NameBook } from '../name-book.ts'
import { foldedWords, mayBeCut, nameWord } from './name-question.ts'
import { TeamNames } from './team-names.ts'

/** Names of a few people, of many, and of all: rows are then found by postings, or read one by one. */
const COMMON = ['Anna', 'Ivan', 'Maria', 'Juan']
const RARE = ['Quentin', 'Xylia', 'Zoë']

/** Rows with a first and a last name. A rare name has rows that are thousands of rows apart. */
function network(rows: number, variety: number) {
  const names = new NameBook()
  const texts: [string, string][] = []
  const firstName = new Uint32Array(rows)
  const lastName = new Uint32Array(rows)
  const call = (row: number, first: string, last: string) => {
    texts[row] = [first, last]
    firstName[row] = names.add(first)
    lastName[row] = names.add(last)
  }
  for (let row = 0; row < rows; row += 1) {
    const rare = row % 20_011 === 5
    const first = rare ? RARE[row % RARE.length]! : COMMON[(row * 7) % COMMON.length]!
    call(row, first, `Smith ${row % variety}`)
  }
  const engine = { names, firstName, lastName, indexed: rows } as unknown as FiguresEngine
  return { names: atOnce(TeamNames.of(engine)), texts, call }
}

function rowsWith(texts: readonly (readonly [string, string])[], words: readonly string[]) {
  const has = ([first, last]: readonly [string, string], word: string) =>
    (mayBeCut(word) ? [first + last, last + first] : [first, last]).some((text) =>
      text.includes(word),
    )
  return texts.flatMap((pair, row) => {
    const [first, last] = pair.map(foldName) as [string, string]
    return words.every((word) => has([first, last], foldName(word))) ? [row] : []
  })
}

const bitsOf = (rows: number, filled: (row: number) => boolean) => {
  const bits = new Uint32Array(Math.ceil(rows / 32))
  for (let row = 0; row < rows; row += 1) if (filled(row)) bits[row >> 5]! |= 1 << (row & 31)
  return bits
}

const rowsOf = (bits: Uint32Array, rows: number) =>
  Array.from({ length: rows }, (_, row) => row).filter(
    (row) => (bits[row >> 5]! & (1 << (row & 31))) !== 0,
  )

const search = fc.record({
  rows: fc.constantFrom(1, 2_048, 2_049, 5_000, 41_000),
  variety: fc.constantFrom(1, 40, 4_000),
  words: fc.uniqueArray(fc.constantFrom('a', 'an', 'smith', 'smith 7', 'xyl', 'zoe', 'new', 'no'), {
    minLength: 1,
    maxLength: 3,
  }),
  renamed: fc.array(fc.nat(40_999), { maxLength: 5 }),
  everySecond: fc.boolean(),
})

const EXAMPLES: [
  { rows: number; variety: number; words: string[]; renamed: number[]; everySecond: boolean },
][] = [
  // Rows that are so far apart that their distances take several bytes.
  [{ rows: 41_000, variety: 4_000, words: ['smith 7'], renamed: [], everySecond: false }],
  // The only row of a name has another one since.
  [{ rows: 5_000, variety: 40, words: ['zoe'], renamed: [5], everySecond: false }],
]

test('TEA-064 names are found alike by postings, row by row and among few rows, renamed ones included', () => {
  fc.assert(
    fc.property(search, ({ rows, variety, words, renamed, everySecond }) => {
      const { names, texts, call } = network(rows, variety)
      for (const row of renamed.filter((each) => each < rows)) {
        call(row, 'New', 'Anna')
        names.renamed(row)
      }
      const bits = everySecond ? bitsOf(rows, (row) => row % 2 === 0) : null
      const among = { from: 0, to: rows, bits, count: everySecond ? Math.ceil(rows / 2) : rows }
      const found = new Uint32Array(Math.ceil(rows / 32)).fill(0xffff_ffff)
      names.mark(
        words.map((word) => nameWord(foldName(word))),
        among,
        found,
      )
      const expected = rowsWith(texts, words).filter((row) => !everySecond || row % 2 === 0)
      expect(rowsOf(found, rows)).toEqual(expected)
    }),
    { numRuns: 60, examples: EXAMPLES },
  )
})

/** Names of East Asian letters, some of them in two parts and some in Latin letters too. */
const GIVEN = ['小龙', '龙', '민수', 'サラ', '小 龙', 'Anna 李']
const FAMILY = ['李', '李小', '김', '佐々木', 'Smith', '']
const SOUGHT = [
  '李小龙',
  '小龙李',
  '李 小龙',
  '龙李',
  '小李',
  '小龙',
  '김민수',
  '민수김',
  'サラ佐々',
  '木サラ',
  'ann',
  '李小龙李',
]

test('C11.29 East Asian names are found with a space or without one, in both orders, in few rows and in many', () => {
  for (const rows of [60, 5_000]) {
    const { names, texts, call } = network(rows, 40)
    const name = (row: number) => call(row, GIVEN[row % 6]!, FAMILY[Math.floor(row / 6) % 6]!)
    for (let row = 0; row < rows; row += 1) if (row % 4 === 0 || rows === 60) name(row)
    // After the index was made: names behind the sorted suffixes, rows behind the postings.
    for (let row = 0; row < rows; row += 1) names.renamed(row)
    for (const text of SOUGHT) {
      const found = new Uint32Array(Math.ceil(rows / 32))
      const words = foldedWords(text)
      names.mark(words.map(nameWord), { from: 0, to: rows, bits: null, count: rows }, found)
      expect(rowsOf(found, rows), text).toEqual(rowsWith(texts, words))
    }
  }
})

test.each([
  ['李小龙', '小龙', '李', true],
  ['小龙李', '小龙', '李', true],
  ['李 小龙', '小龙', '李', true],
  ['小李', '小龙', '李', false],
  ['李龙', '小龙', '李', false],
  ['李小龙', '李 小龙', '', true],
  ['김민수', '민수', '김', true],
  ['annasmith', 'Anna', 'Smith', false],
])('C11.29 %s finds %s %s: %s', (text, first, last, is) => {
  const { names, call } = network(1, 1)
  call(0, first, last)
  expect(names.isCalled(0, foldedWords(text).map(nameWord))).toBe(is)
})
