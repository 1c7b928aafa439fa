import { expect, test } from 'vitest'

import { unilevelAt } from './unilevel-levels.ts'

const SWITCH = 1_760_313_600_000
const percentsAt = (at: number) => unilevelAt(at).levels.map(({ percent }) => percent)

test('BON-017 one millisecond before 2025-10-13 the page shows 40, 7, 5, 3, 1', () => {
  expect(percentsAt(SWITCH - 1)).toEqual(['40', '7', '5', '3', '1'])
})

test('BON-019 from that very instant on it shows 40, 7, 3, 2, 1', () => {
  expect(percentsAt(SWITCH)).toEqual(['40', '7', '3', '2', '1'])
  expect(percentsAt(SWITCH + 1)).toEqual(['40', '7', '3', '2', '1'])
})
