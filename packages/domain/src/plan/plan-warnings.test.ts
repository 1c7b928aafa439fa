import { describe, expect, test } from 'vitest'

import { changedPlan } from '../testing/broken-plans.ts'
import { planWarnings } from './plan-warnings.ts'
import { readPlan } from './read-plan.ts'

const NOW = Date.parse('2026-07-15T12:00:00Z')

function warningsOf(changes: Readonly<Record<string, unknown>>, now = NOW): string[] {
  const read = readPlan(changedPlan(changes))
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return planWarnings(read.plan, now).map(({ place, kind, value, other }) =>
    `${place} ${kind} ${value} ${other}`.trim(),
  )
}

describe('PLN-007 warnings', () => {
  test('the default plan has none', () => {
    expect(warningsOf({})).toEqual([])
  })

  test('unilevel rows of one start may pay 70 % of an order, and not 70.000000001 %', () => {
    expect(warningsOf({ 'unilevel[0].percent': '42' })).toEqual([])
    expect(warningsOf({ 'unilevel[0].percent': '42.000000001' })).toEqual([
      'unilevel unilevelShare 70.000000001 1970-01-01T00:00:00.000Z',
    ])
    expect(warningsOf({ 'unilevel[9].percent': '1.7' })).toEqual([
      'unilevel unilevelShare 71 2025-10-13T00:00:00.000Z',
    ])
  })

  test('a bonus may be 20 % of the turnover of its rank, and not a cent more', () => {
    expect(warningsOf({ 'ranks[2].bonus': '1000' })).toEqual([])
    expect(warningsOf({ 'ranks[2].bonus': '1000.01' })).toEqual(['ranks[2].bonus rankBonus JADE'])
  })

  test('nobody holds a rank when a higher one asks for the same turnover and legs', () => {
    const row = 'programmes.infinity.rows[0].minimumRank rowWithoutRank SAPPHIRE RUBY'
    expect(warningsOf({ 'ranks[6].turnover': '50000' })).toEqual([row])
    expect(warningsOf({ 'ranks[6].turnover': '50000.01' })).toEqual([])
    expect(warningsOf({ 'ranks[6].turnover': '50000', 'ranks[6].legs': ['0.4', '0.3'] })).toEqual(
      [],
    )
  })

  test('of ranks without turnover everybody holds the highest, whatever their legs are', () => {
    expect(
      warningsOf({
        'ranks[1].turnover': '0',
        'ranks[1].legs': ['0.5'],
        'programmes.bsp.rows[0].minimumRank': 'FREE',
      }),
    ).toEqual(['programmes.bsp.rows[0].minimumRank rowWithoutRank FREE AMBER'])
  })

  test.each([
    ['2026-06-30T23:59:59.999Z', false],
    ['2026-07-01T00:00:00.000Z', true],
    ['2026-07-31T23:59:59.999Z', true],
    ['2026-08-01T00:00:00.000Z', false],
  ])('a plan from %s on begins in the running month of July: %s', (validFrom, isInside) => {
    const warning = `validFrom runningMonth ${validFrom}`
    expect(warningsOf({ validFrom })).toEqual(isInside ? [warning] : [])
  })
})
