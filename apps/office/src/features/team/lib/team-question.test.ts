import { NO_FILTERS, type TeamSearch } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { TEAM_SORTS, teamQuestion } from './team-question.ts'

const OPENED: TeamSearch = {
  ...NO_FILTERS,
  path: [
    { name: 'Anna', id: 7, flSize: 3 },
    { name: 'Bea', id: 12, flSize: 2 },
  ],
  sort: 'registeredAt|desc',
  currentPage: 2,
  scope: 'firstLine',
}

test('TEA-024 TEA-063 an empty filter is not sent', () => {
  expect(teamQuestion(OPENED)).toEqual({ sponsorId: '12', sort: 'registeredAt|desc' })
})

test('TEA-022 the name is sent without surrounding spaces', () => {
  expect(teamQuestion({ ...OPENED, name: '  Bea Leg ' })).toHaveProperty('name', 'Bea Leg')
  expect(teamQuestion({ ...OPENED, name: '   ' })).not.toHaveProperty('name')
})

test('TEA-062 TEA-063 every filter, the sort and the scope are sent', () => {
  const search: TeamSearch = {
    ...OPENED,
    scope: 'downline',
    rank: 'JADE',
    status: 'active',
    ranges: { ownTurnover: { min: '1' }, teamSize: { min: '2', max: '9' }, flSize: {} },
  }
  expect(teamQuestion(search)).toEqual({
    sponsorId: '12',
    sort: 'registeredAt|desc',
    scope: 'downline',
    rang: 'JADE',
    active: 'true',
    ownTurnoverMin: '1',
    teamSizeMin: '2',
    teamSizeMax: '9',
  })
  expect(teamQuestion({ ...search, status: 'inactive' })).toHaveProperty('active', 'false')
})

test('TEA-019 there are twelve sort orders', () => {
  expect(new Set(TEAM_SORTS).size).toBe(12)
})
