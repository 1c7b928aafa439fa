import { expect, test } from 'vitest'

import { DEFAULT_PAGE_SIZE, PAGE_SIZES, pagesAround } from './pages-around.ts'

const shown = (current: number, last: number): string =>
  pagesAround(current, last)
    .map((mark) => (mark === 'gap' ? '…' : mark))
    .join(' ')

test.each([
  [6, 12, '1 … 5 6 7 … 12'],
  [1, 12, '1 2 … 12'],
  [2, 12, '1 2 3 … 12'],
  [3, 12, '1 2 3 4 … 12'],
  [4, 12, '1 … 3 4 5 … 12'],
  [10, 12, '1 … 9 10 11 12'],
  [12, 12, '1 … 11 12'],
  [1, 1, '1'],
  [2, 2, '1 2'],
  [2, 3, '1 2 3'],
])('NAV-036 page %i of %i', (current, last, marks) => expect(shown(current, last)).toBe(marks))

test('NAV-037 tables offer 5, 15, 25 and 50 rows', () =>
  expect(PAGE_SIZES).toEqual([5, 15, 25, 50]))

test('NAV-038 a table page has 15 rows by default', () => {
  expect(DEFAULT_PAGE_SIZE).toBe(15)
  expect(PAGE_SIZES).toContain(DEFAULT_PAGE_SIZE)
})
