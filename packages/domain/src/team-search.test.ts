import { describe, expect, test } from 'vitest'

import {
  decodeTeamSearch,
  drilledDown,
  encodeTeamSearch,
  hasMorePages,
  isAbove,
  NO_FILTERS,
  readBound,
  type TeamSearch,
  truncatedTo,
  withChange,
} from './team-search.ts'

const SORTS = ['registeredAt|desc', 'teamTurnover|asc']
const OWN = { name: 'Zoë O’Neil 李', id: 7, flSize: 3 }
const BELOW = { name: 'Bea Leg', id: 12, flSize: 2 }

const OPENED: TeamSearch = {
  ...NO_FILTERS,
  path: [OWN],
  sort: 'registeredAt|desc',
  currentPage: 0,
  scope: 'firstLine',
}
const FULL: TeamSearch = {
  path: [OWN, BELOW],
  sort: 'teamTurnover|asc',
  currentPage: 4,
  name: 'Ümit',
  rank: 'JADE',
  status: 'inactive',
  ranges: {
    ownTurnover: { min: '12.7' },
    flTurnover: { max: '1000' },
    teamTurnover: { min: '1', max: '2.50' },
    flSize: { min: '0' },
    teamSize: { min: '1', max: '9' },
  },
  scope: 'downline',
}

const tokenOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (token: string) => decodeTeamSearch(token, SORTS)

describe('the search token', () => {
  test.each([
    ['a page as it opens', OPENED],
    ['everything at once', FULL],
  ])('TEA-051 encodes the search: %s', (_, search) => {
    expect(decoded(encodeTeamSearch(search))).toEqual(search)
  })

  test('TEA-051 is base64url of UTF-8 JSON, and has a scope for the whole team only', () => {
    const json = (search: TeamSearch): unknown =>
      JSON.parse(Buffer.from(encodeTeamSearch(search), 'base64url').toString('utf8'))
    const { scope: _, ...firstLine } = OPENED
    expect(json(OPENED)).toEqual(firstLine)
    expect(json(FULL)).toEqual(FULL)
    expect(encodeTeamSearch(FULL)).toMatch(/^[\w-]+$/)
  })

  test('TEA-051 bounds may be numbers too', () => {
    const token = tokenOf({ ...FULL, ranges: { ownTurnover: { min: 12.7 }, flSize: { max: 3 } } })
    expect(decoded(token)?.ranges).toEqual({ ownTurnover: { min: '12.7' }, flSize: { max: '3' } })
  })

  test('TEA-051 the longest texts, the first page and a step without a first line are read', () => {
    const long = 'x'.repeat(256)
    const step = { name: long, id: 0, flSize: 0 }
    const search = { ...FULL, path: [step], name: long, rank: long, currentPage: 0, ranges: {} }
    expect(decoded(tokenOf(search))).toEqual(search)
    expect(decoded(tokenOf({ ...search, currentPage: 1 }))?.currentPage).toBe(1)
  })

  test.each([
    ['no base64', 'ä*'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('base64url')],
    ['nothing', ''],
    ['null', tokenOf(null)],
    ['a list', tokenOf([])],
    ['no path', tokenOf({ ...FULL, path: [] })],
    ['a path of something else', tokenOf({ ...FULL, path: 'x' })],
    ['a step without a number', tokenOf({ ...FULL, path: [{ ...OWN, id: '7' }] })],
    ['a step without a name', tokenOf({ ...FULL, path: [OWN, { ...BELOW, name: null }] })],
    ['a step of too long a name', tokenOf({ ...FULL, path: [{ ...OWN, name: 'x'.repeat(257) }] })],
    ['a step with less than no first line', tokenOf({ ...FULL, path: [{ ...OWN, flSize: -1 }] })],
    ['a name that is a number', tokenOf({ ...FULL, name: 7 })],
    ['a rank without end', tokenOf({ ...FULL, rank: 'x'.repeat(257) })],
    ['a bound that is a word', tokenOf({ ...FULL, ranges: { ownTurnover: { max: 'much' } } })],
    ['bounds that are none', tokenOf({ ...FULL, ranges: { ownTurnover: null } })],
    ['a name without end', tokenOf({ ...FULL, name: 'x'.repeat(257) })],
    ['a sort that there is not', tokenOf({ ...FULL, sort: 'name|asc' })],
    ['a page before the first', tokenOf({ ...FULL, currentPage: -1 })],
    ['half a page', tokenOf({ ...FULL, currentPage: 0.5 })],
    ['a status that there is not', tokenOf({ ...FULL, status: 'blocked' })],
    ['a scope that there is not', tokenOf({ ...FULL, scope: 'everybody' })],
    ['a bound that is no number', tokenOf({ ...FULL, ranges: { flSize: { min: 'many' } } })],
    ['no ranges', tokenOf({ ...FULL, ranges: null })],
  ])('TEA-051 is not read when it is damaged: %s', (_, token) => {
    expect(decoded(token)).toBeNull()
  })
})

describe('the path', () => {
  test('TEA-041 TEA-042 going down adds a step of name, id and first-line size, and begins at page 0', () => {
    const down = drilledDown({ ...OPENED, currentPage: 3 }, [BELOW])
    expect(down.path).toEqual([OWN, { name: 'Bea Leg', id: 12, flSize: 2 }])
    expect(down.currentPage).toBe(0)
  })

  test('TEA-045 going up truncates the path to the step', () => {
    const deep = drilledDown(FULL, [{ name: 'C', id: 30, flSize: 1 }])
    expect(truncatedTo(deep, 1)).toEqual({ ...FULL, currentPage: 0 })
    expect(truncatedTo(deep, 0).path).toEqual([OWN])
  })

  test('another filter starts at page 0, on the same path', () => {
    expect(withChange(FULL, { rank: '' })).toEqual({ ...FULL, rank: '', currentPage: 0 })
  })

  test.each([
    [[1], [1, 2], true],
    [[1, 2], [1, 2, 3, 4], true],
    [[1, 2], [1, 2], false],
    [[1, 3], [1, 2, 3], false],
    [[1, 2], [1], false],
  ])('%j is above %j: %s', (path, below, is) => {
    expect(isAbove(path, below)).toBe(is)
  })
})

test.each([
  [0, 1, false],
  [0, 2, true],
  [1, 2, false],
  [0, 0, false],
])('TEA-047 after page %d of %d there are more: %s', (page, totalPages, is) => {
  expect(hasMorePages(page, totalPages)).toBe(is)
})

describe('the text of a bound', () => {
  test.each([
    ['12.7', '12'],
    [' 12 ', '12'],
    ['0', '0'],
    ['12,9', '12'],
    ['12.', '12'],
    ['9999999999', '9999999999'],
    ['10000000000', null],
    ['1.2.3', null],
    ['12x', null],
    ['x12', null],
    ['1e3', null],
    ['-1', null],
    ['many', null],
    ['', null],
  ])('TEA-025 a size is an integer: %j is %j', (typed, read) => {
    expect(readBound('flSize', typed)).toBe(read)
    expect(readBound('teamSize', typed)).toBe(read)
  })

  test.each([
    ['12.7', '12.7'],
    ['12,70', '12.70'],
    ['250', '250'],
    ['1,000', null],
    ['1.234', null],
    ['Infinity', null],
    ['', null],
  ])('TEA-026 a turnover is a number: %j is %j', (typed, read) => {
    for (const range of ['ownTurnover', 'flTurnover', 'teamTurnover'] as const) {
      expect(readBound(range, typed)).toBe(read)
    }
  })
})
