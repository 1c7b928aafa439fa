import { describe, expect, test } from 'vitest'

import { oneOf, searchParams } from './search-params.ts'

const month = oneOf('2026-10', '2026-11')

describe('search parameters', () => {
  test('only parameters with a reader are read', () => {
    const read = searchParams({ month, why: (value) => Number(value) })
    expect(read({ month: '2026-11', why: 7, other: 'x' })).toEqual({ month: '2026-11', why: 7 })
  })

  test('a refused value replaces the value of the address', () => {
    const address = { month: 'never', other: 'x' }
    expect({ ...address, ...searchParams({ month })(address) }).toEqual({ other: 'x' })
  })

  test('one of several values', () => {
    const read = oneOf<string | number>('picture', 3)
    expect(read('picture')).toBe('picture')
    expect(read(3)).toBe(3)
    expect(read('3')).toBeUndefined()
    expect(read(undefined)).toBeUndefined()
  })
})
