import { expect, test } from 'vitest'

import type { LifestyleRow } from '../../parts/programmes/lifestyle-query.ts'
import { infinityRecord, REQUIREMENT } from '../../testing/infinity.ts'
import { checkpointStanding, lifestyleStanding } from './programme-standing.ts'

const CHECKPOINTS = [1, 2].map((id) => ({ id, targetTurnover: '3000.00', value: '100.00' }))

test.each([
  ['reached', [1], { state: 'reached', reached: 1, all: 2 }],
  ['in progress', [], { state: 'inProgress' }],
] as const)('checkpoints that are %s', (_, achieved, expected) => {
  const record = infinityRecord({ checkpoints: CHECKPOINTS, achievedCheckpoints: [...achieved] })
  expect(checkpointStanding({ record, rows: [REQUIREMENT] })).toEqual(expected)
})

test('a programme that is not enabled starts at the rank of its first row', () => {
  const record = infinityRecord({ enabled: false })
  expect(checkpointStanding({ record, rows: [{ ...REQUIREMENT, rang: 'DIAMOND' }] })).toEqual({
    state: 'disabled',
    rank: 'DIAMOND',
  })
})

const row = (facts: Partial<LifestyleRow>): LifestyleRow => ({
  rang: 'RUBY',
  amount: '200.00',
  currency: 'EUR',
  targetTurnover: '20000.00',
  topLegPercents: [0.5, 0.3],
  status: '',
  isReachable: true,
  ...facts,
})

test.each([
  [
    'reached',
    [{ status: 'reached' }, { status: 'next' }],
    { state: 'reached', reached: 1, all: 2 },
  ],
  ['in progress', [{ status: 'next' }], { state: 'inProgress' }],
  ['not reachable', [{ isReachable: false }], { state: 'disabled', rank: 'RUBY' }],
] as const)('lifestyle with rows that are %s', (_, rows, expected) => {
  const locked = row({ rang: 'EMERALD', isReachable: false })
  expect(lifestyleStanding({ rows: [...rows.map(row), locked] })).toEqual(expected)
})
