import { describe, expect, test } from 'vitest'

import { day, id, instant, month, text } from './search-params.ts'

describe('search parameters', () => {
  test.each([
    ['2026-11', '2026-11'],
    ['2026-00', undefined],
    ['2026-13', undefined],
    ['1969-12', undefined],
    [202_611, undefined],
    [undefined, undefined],
  ])('a month: %j', (value, read) => expect(month(value)).toBe(read))

  test.each([
    ['2024-02-29', '2024-02-29'],
    ['2026-02-29', undefined],
    ['1000-01-01', '1000-01-01'],
    ['0999-12-31', undefined],
    ['2026-1-1', undefined],
    ['2026-01-01T00:00', undefined],
    [20_260_101, undefined],
    [undefined, undefined],
  ])('a day: %j', (value, read) => expect(day(value)).toBe(read))

  test.each([
    [1, 1],
    ['12', 12],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER + 1, undefined],
    [0, undefined],
    [1.5, undefined],
    ['01', undefined],
    ['7x', undefined],
    ['x7', undefined],
    [[7], undefined],
    [{ toString: 1 }, undefined],
    [undefined, undefined],
  ])('the number of a record: %j', (value, read) => expect(id(value)).toBe(read))

  test.each([
    [0, 0],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER + 1, undefined],
    [-1, undefined],
    [0.5, undefined],
    ['0', undefined],
  ])('an instant: %j', (value, read) => expect(instant(value)).toBe(read))

  test.each([
    ['eyJ9', 'eyJ9'],
    [12, '12'],
    [true, 'true'],
    [null, 'null'],
    [[], undefined],
    [{ toString: 1 }, undefined],
    [undefined, undefined],
  ])('a text: %j', (value, read) => expect(text(value)).toBe(read))
})
