import { NO_FILTERS, type TeamSearch } from '@partner-office/domain'
import { describe, expect, test } from 'vitest'

import { onServerPath, shownSteps } from './team-steps.ts'

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
  test('TEA-043 names and sizes come from the server, never from the address', () => {
    const path = [OWN, forged(12), forged(13)] as const
    expect(shownSteps(path, [BEA, FAY])).toEqual([OWN, BEA, FAY])
    expect(shownSteps(path, [BEA])).toEqual([OWN, BEA, untold(13)])
    expect(shownSteps(path, [])).toEqual([OWN, untold(12), untold(13)])
  })
})

describe('onServerPath', () => {
  test('a wrong path is replaced by the path of the server', () => {
    const search = searchOn(OWN, forged(99), forged(13))
    const serverPath = { memberId: 13, steps: [BEA, FAY] }
    expect(onServerPath(search, serverPath)).toEqual(searchOn(OWN, BEA, FAY))
  })

  test('a detour that ends at the own place is dropped', () => {
    const serverPath = { memberId: 7, steps: [] }
    expect(onServerPath(searchOn(OWN, forged(12), OWN), serverPath)).toEqual(searchOn(OWN))
  })

  test('the path of another member changes nothing', () => {
    const search = searchOn(OWN, forged(12))
    expect(onServerPath(search, { memberId: 13, steps: [BEA, FAY] })).toBe(search)
    expect(onServerPath(search, null)).toBe(search)
  })
})
