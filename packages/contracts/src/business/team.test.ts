import { describe, expect, test } from 'vitest'

import { getTeam, getTeamExport } from './team.ts'

const asked = (query: object) => getTeam.query.parse({ sponsorId: '1', ...query })
const isTaken = (query: object) => getTeam.query.safeParse({ sponsorId: '1', ...query }).success

describe('the query of the team call', () => {
  test('TEA-022 a name is trimmed, and the rest has three characters or more', () => {
    expect(asked({ name: '  Bea Leg ' }).name).toBe('Bea Leg')
    expect(isTaken({ name: ' ab ' })).toBe(false)
    expect(isTaken({ name: ' abc ' })).toBe(true)
  })

  test('TEA-025 sizes are whole numbers', () => {
    expect(asked({ flSizeMin: '12', teamSizeMax: '0' })).toMatchObject({
      flSizeMin: 12,
      teamSizeMax: 0,
    })
    for (const size of ['12.7', '12.0', '1e1', '-1', '', ' 1', 'NaN']) {
      expect(isTaken({ flSizeMin: size }), size).toBe(false)
    }
  })

  test('TEA-026 turnovers are exact amounts in EUR', () => {
    expect(asked({ ownTurnoverMin: '12.7', teamTurnoverMax: '0.29' })).toMatchObject({
      ownTurnoverMin: 1270,
      teamTurnoverMax: 29,
    })
    for (const amount of ['12.705', '1e3', 'Infinity', '', '1,5', '1000000000000']) {
      expect(isTaken({ ownTurnoverMin: amount }), amount).toBe(false)
    }
  })

  test('the export has the same parameters except pages', () => {
    expect(getTeamExport.query.parse({ sponsorId: '1', page: 'x', size: 'y' })).toEqual({
      sponsorId: 1,
      scope: 'firstLine',
      sort: 'registeredAt|desc',
    })
  })
})
