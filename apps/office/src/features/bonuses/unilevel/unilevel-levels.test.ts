import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { tablesOf, unilevelAt, unilevelSummary } from './unilevel-levels.ts'

const SWITCH = 1_760_313_600_000
/** The levels as the service answers them. */
const TABLES = tablesOf(DEFAULT_PLAN_DOCUMENT.unilevel)
const percentsAt = (at: number) => unilevelAt(TABLES, at).levels.map(({ percent }) => percent)

test('BON-017 one millisecond before 2025-10-13 the page shows 40, 7, 5, 3, 1', () => {
  expect(percentsAt(SWITCH - 1)).toEqual(['40', '7', '5', '3', '1'])
})

test('BON-019 from that very instant on it shows 40, 7, 3, 2, 1', () => {
  expect(percentsAt(SWITCH)).toEqual(['40', '7', '3', '2', '1'])
  expect(percentsAt(SWITCH + 1)).toEqual(['40', '7', '3', '2', '1'])
})

test('the figures that texts show of a table', () => {
  expect(unilevelSummary(TABLES[0]!)).toEqual({ direct: '40', most: '7', least: '1', last: 15 })
  expect(unilevelSummary({ validFrom: 0, levels: [] })).toEqual({
    direct: '0',
    most: '0',
    least: '0',
    last: 1,
  })
})
