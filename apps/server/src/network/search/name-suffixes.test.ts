import { foldName } from '@partner-office/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { atOnce } from '../in-slices.ts'
import { NameBook } from '../name-book.ts'
import { NameSuffixes } from './name-suffixes.ts'

const suffixesOf = (book: NameBook) => atOnce(NameSuffixes.of(book))

/** The entries that contain a word, by the sorted suffixes and among the entries added later. */
function entriesWith(suffixes: NameSuffixes, text: string): number[] {
  const word = new TextEncoder().encode(text)
  const { from, to } = suffixes.placesOf(word)
  const sorted = Array.from({ length: to - from }, (_, at) => suffixes.entryAt(from + at))
  return [...new Set([...sorted, ...suffixes.unsortedWith(word)])].toSorted((a, b) => a - b)
}

/** Few different letters, so that many suffixes are equal for long; some of two and three bytes. */
const name = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'ø', '美'), maxLength: 12 }),
  fc.integer({ min: 1, max: 40 }).map((length) => 'a'.repeat(length)),
)

test('TEA-064 every part of a name is found, in sorted entries and in later ones', () => {
  fc.assert(
    fc.property(
      fc.array(name, { maxLength: 80 }),
      fc.array(name, { maxLength: 5 }),
      fc.array(name, { minLength: 1 }),
      (early, late, words) => {
        const book = new NameBook()
        const texts = new Map([[book.add(''), '']])
        for (const each of early) texts.set(book.add(each), foldName(each))
        const suffixes = suffixesOf(book)
        for (const each of late) texts.set(book.add(each), foldName(each))
        for (const word of words.map(foldName).filter((text) => text !== '')) {
          const expected = [...texts].filter(([, text]) => text.includes(word))
          expect(entriesWith(suffixes, word)).toEqual(
            expected.map(([entry]) => entry).toSorted((a, b) => a - b),
          )
        }
      },
    ),
    { numRuns: 300 },
  )
})

// A book has a byte of 0 before and behind its only name: the second text ends with a stride of 64 bytes.
test.each([61, 62, 63, 126])('a book with one name of %d letters is sorted', (length) => {
  const book = new NameBook()
  const entry = book.add('b'.repeat(length - 1) + 'a')
  expect(entriesWith(suffixesOf(book), 'ba')).toEqual([entry])
})

test('with more than 4,096 new entries the suffixes are sorted anew', () => {
  const book = new NameBook()
  const first = suffixesOf(book)
  for (let number = 0; number < 4_096; number += 1) book.add(`name ${number}`)
  expect(suffixesOf(book)).toBe(first)
  const last = book.add('last')
  const anew = suffixesOf(book)
  expect(anew).not.toBe(first)
  expect([...anew.unsortedWith(new TextEncoder().encode('last'))]).toEqual([])
  expect(entriesWith(anew, 'last')).toEqual([last])
  expect(anew.bytes).toBeGreaterThan(first.bytes)
})
