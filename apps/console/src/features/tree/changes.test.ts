import { expect, test } from 'vitest'

import { countChange, eurChange } from './changes.ts'

test('PAS-001 a difference has its sign, and none where nothing has changed', () => {
  expect([countChange(3, 5), countChange(5, 3), countChange(5, 5)]).toEqual(['+2', '−2', '0'])
  expect([
    eurChange('0.05', '9007199254740993.07'),
    eurChange('10.00', '9.99'),
    eurChange('1.00', '1.00'),
  ]).toEqual(['+9007199254740993.02', '−0.01', '0.00'])
})
