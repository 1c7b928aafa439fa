import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { FiguresEngine } from '../figures-engine.ts'
import { foldName } from '../fold-name.ts'
import { atOnce } from '../in-slices.ts'
import { NameBook } from '../name-book.ts'
import { TeamNames } from './team-names.ts'

/** Names of a few people, of many, and of all: rows are then found by postings, or read one by one. */
const COMMON = ['Anna', 'Ivan', 'Maria', 'Juan']
const RARE = ['Quentin', 'Xylia', 'Zoë']

const bytesOf = (text: string) => new TextEncoder().encode(foldName(text))

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
  const has = (text: string, word: string) => foldName(text).includes(foldName(word))
  return texts.flatMap((pair, row) =>
    words.every((word) => pair.some((text) => has(text, word))) ? [row] : [],
  )
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
      names.mark(words.map(bytesOf), among, found)
      const expected = rowsWith(texts, words).filter((row) => !everySecond || row % 2 === 0)
      expect(rowsOf(found, rows)).toEqual(expected)
    }),
    { numRuns: 60, examples: EXAMPLES },
  )
})
