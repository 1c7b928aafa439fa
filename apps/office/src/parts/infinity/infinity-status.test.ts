import { expect, test } from 'vitest'

import { infinityRecord } from '../../testing/infinity.ts'
import { infinityStatus } from './infinity-status.ts'

test.each([
  ['30000.00', true, true, 'reached'],
  ['30000.01', true, true, 'reached'],
  ['29999.99', true, true, 'inProgress'],
  ['30000.00', false, true, 'disabled'],
  ['29999.99', false, true, 'disabled'],
  ['30000.00', true, false, 'disabled'],
  ['29999.99', true, false, 'disabled'],
  ['30000.00', false, false, 'disabled'],
  ['29999.99', false, false, 'disabled'],
] as const)(
  'INF-016 %s of 30,000 with a record that is enabled: %s, in the current month: %s, is %s',
  (countingTurnover, enabled, isCurrent, status) => {
    const record = infinityRecord({ countingTurnover, targetTurnover: '30000.00', enabled })
    expect(infinityStatus(record, isCurrent)).toBe(status)
  },
)
