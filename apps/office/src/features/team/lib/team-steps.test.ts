import { NO_FILTERS, type TeamSearch } from '@partner-office/domain'
import { describe, expect, test } from 'vitest'

import { onToldPath, shownSteps } from './team-steps.ts'

const OWN = { id: 7, name: 'Anna', flSize: 2 }
const BEA = { id: 12, name: 'Bea', flSize: 1 }
const FAY = { id: 13, name: 'Fay', flSize: 3 }
const forged = (id: number) => ({ id, name: 'Mallory', flSize: 99 })
const untold = (id: number) => ({ id, name: null, flSize: null })

const searchOn = (...path: TeamSearch['path']): TeamSearch => ({
  ...NO_FILTERS,
  path,
  sort: 'registeredAt|desc',
  currentPage: 2,
  scope: 'firstLine',
})

describe('shownSteps', () => {
  test('TEA-043 names and sizes are those that the server told, never those of the address', () => {
    const path = [OWN, forged(12), forged(13)] as const
    expect(shownSteps(path, [BEA, FAY])).toEqual([OWN, BEA, FAY])
    expect(shownSteps(path, [BEA])).toEqual([OWN, BEA, untold(13)])
    expect(shownSteps(path, [])).toEqual([OWN, untold(12), untold(13)])
  })
})

describe('onToldPath', () => {
  test('a way that leads elsewhere gives way to the one the server told', () => {
    const search = searchOn(OWN, forged(99), forged(13))
    const told = { memberId: 13, steps: [BEA, FAY] }
    expect(onToldPath(search, told)).toEqual(searchOn(OWN, BEA, FAY))
  })

  test('a way around that ends at the own place is none', () => {
    const told = { memberId: 7, steps: [] }
    expect(onToldPath(searchOn(OWN, forged(12), OWN), told)).toEqual(searchOn(OWN))
  })

  test('what was told of somebody else changes nothing', () => {
    const search = searchOn(OWN, forged(12))
    expect(onToldPath(search, { memberId: 13, steps: [BEA, FAY] })).toBe(search)
    expect(onToldPath(search, null)).toBe(search)
  })
})
