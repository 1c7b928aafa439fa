import { encodeTeamSearch, NO_FILTERS, type TeamSearch } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { readToken } from './use-team-search.ts'

const step = (id: number, name = `Partner ${id}`) => ({ id, name, flSize: 1 })
const searchFrom = (...path: TeamSearch['path']): TeamSearch => ({
  ...NO_FILTERS,
  path,
  sort: 'registeredAt|desc',
  currentPage: 0,
  scope: 'firstLine',
})
const OWN = searchFrom(step(7, 'Anna'))

test('TEA-053 a path that begins at the own id is followed', () => {
  const search = searchFrom(step(7, 'Anna'), step(12))
  expect(readToken(encodeTeamSearch(search), OWN)).toEqual(search)
})

test('TEA-053 a path that begins at another id, or that is unreadable, is not followed', () => {
  expect(readToken(encodeTeamSearch(searchFrom(step(8), step(7))), OWN)).toBeNull()
  expect(readToken('nonsense', OWN)).toBeNull()
})

test('the name of the own place comes from the profile', () => {
  const forged = encodeTeamSearch(searchFrom(step(7, 'Somebody else')))
  expect(readToken(forged, OWN)?.path).toEqual([step(7, 'Anna')])
})
