import { expect, test } from 'vitest'

import { countChange, eurChange } from './changes.ts'

test('PAS-001 a difference has its sign, and none where nothing has changed', () => {
  expect([countChange(3, 1_005), countChange(5, 3), countChange(5, 5)]).toEqual([
    '+1,002',
    '−2',
    '0',
  ])
  expect([
    eurChange('0.05', '9007199254740993.07'),
    eurChange('10.00', '9.99'),
    eurChange('1.00', '1.00'),
  ]).toEqual([
    { whole: '+9,007,199,254,740,993', fraction: '.02' },
    { whole: '−0', fraction: '.01' },
    { whole: '0', fraction: '.00' },
  ])
})
