import type { TeamSearch } from '@partner-office/domain'
import { describe, expect, test } from 'vitest'

import { asTree, sortedBy, TREE_COLUMNS } from './tree-search.ts'

const SEARCH: TeamSearch = {
  path: [{ name: 'Ada', id: 1, flSize: 3 }],
  sort: 'teamTurnover|desc',
  currentPage: 2,
  name: 'grace',
  rank: 'RUBY',
  status: 'active',
  ranges: { flSize: { min: '3' } },
  scope: 'downline',
}

describe('the sort of the tree', () => {
  test('TRE-006 the sorted column reverses, and back', () => {
    const once = sortedBy(SEARCH, 'teamTurnover')
    expect(once.sort).toBe('teamTurnover|asc')
    expect(sortedBy(once, 'teamTurnover').sort).toBe('teamTurnover|desc')
  })

  test('TRE-005 TRE-007 every other column begins with the largest, on the first page', () => {
    for (const column of TREE_COLUMNS.filter((each) => each !== 'teamTurnover')) {
      for (const sort of ['teamTurnover|desc', 'teamTurnover|asc']) {
        expect(sortedBy({ ...SEARCH, sort }, column)).toEqual({
          ...SEARCH,
          sort: `${column}|desc`,
          currentPage: 0,
        })
      }
    }
  })
})

describe('asTree', () => {
  test('TRE-017 shows a first line without the filters of the search', () => {
    expect(asTree({ ...SEARCH, sort: 'flSize|asc' })).toEqual({
      path: SEARCH.path,
      sort: 'flSize|asc',
      currentPage: 2,
      name: '',
      rank: '',
      status: 'any',
      ranges: {},
      scope: 'firstLine',
    })
  })

  test('TRE-008 an unknown column sorts by the largest team turnover', () => {
    expect(asTree({ ...SEARCH, sort: 'registeredAt|asc' }).sort).toBe('teamTurnover|desc')
  })
})
