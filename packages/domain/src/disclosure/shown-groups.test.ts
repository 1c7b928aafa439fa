import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { PROPERTY_CASES } from '../testing/property-cases.ts'
import { type Cells, joinCountries, joinRanks, leavesFew } from './shown-groups.ts'

const all = (...members: number[]) => members.map((each) => ({ members: each, earning: each }))

describe('DIS-004 ranks are joined', () => {
  test.each([
    ['each has ten or more', all(900, 14, 10), [[0], [1], [2]]],
    ['the highest has nine', all(900, 14, 9), [[0], [1, 2]]],
    ['two have ten together', all(900, 14, 4, 7), [[0], [1], [2, 3]]],
    [
      'a rank without members',
      all(900, 0, 14, 0),
      [
        [0, 1],
        [2, 3],
      ],
    ],
    ['the lowest has nine', all(9, 14, 20), [[0, 1], [2]]],
    ['nobody', all(0, 0), [[0, 1]]],
    ['nine in all', all(5, 4), [[0, 1]]],
  ])('%s', (_, sizes, groups) => {
    expect(joinRanks(sizes)).toEqual(groups)
  })

  test('where one to nine of a group have an income, and a group without any stays alone', () => {
    const sizes = [
      { members: 500, earning: 12 },
      { members: 40, earning: 9 },
      { members: 20, earning: 0 },
      { members: 30, earning: 30 },
    ]
    expect(joinRanks(sizes)).toEqual([[0, 1], [2], [3]])
    const lowest = [
      { members: 500, earning: 3 },
      { members: 40, earning: 0 },
      { members: 30, earning: 30 },
    ]
    expect(joinRanks(lowest)).toEqual([[0, 1, 2]])
  })

  test('property: in order, each once, and every group but a lonely one has ten members, none or ten with an income', () => {
    const size = fc
      .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }))
      .map(([earning, others]) => ({ members: earning + others, earning }))
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 12 }), (sizes) => {
        const groups = joinRanks(sizes)
        expect(groups.flat()).toEqual(sizes.map((_, place) => place))
        if (groups.length === 1) return
        for (const group of groups) {
          const sum = (name: 'members' | 'earning') =>
            group.reduce((total, place) => total + sizes[place]![name], 0)
          expect(sum('members')).toBeGreaterThanOrEqual(10)
          expect(sum('earning') === 0 || sum('earning') >= 10).toBe(true)
        }
      }),
      { numRuns: PROPERTY_CASES },
    )
  })
})

describe('DIS-004 adding and subtracting groups', () => {
  /** Active and other members by rank, of one country. */
  const ofOne = (...ranks: (readonly [number, number])[]): Cells =>
    ranks.map(([active, others]) => [[active], [others]])

  test.each([
    ['five of the active are of the other rank', ofOne([5, 20], [35, 0]), true],
    ['one of the second rank is not active', ofOne([0, 10], [30, 1]), true],
    ['the active are one rank', ofOne([0, 20], [40, 0]), false],
    ['ten of the active are of the other rank', ofOne([10, 20], [35, 0]), false],
    ['nine in two ranks', ofOne([4, 20], [35, 5]), true],
    ['five and five of one rank', ofOne([5, 5], [40, 0]), true],
    ['all are active', ofOne([40, 0], [20, 0]), false],
  ])('active members and ranks, where %s', (_, cells, isFew) => {
    expect(leavesFew(cells, true)).toBe(isFew)
    expect(leavesFew(cells, false)).toBe(false)
  })

  test.each([
    [
      'a rank and a country differ by five',
      [
        [
          [0, 0],
          [100, 0],
        ],
        [
          [0, 0],
          [5, 105],
        ],
      ],
      true,
    ],
    [
      'a rank and a country differ by ten',
      [
        [
          [0, 0],
          [100, 0],
        ],
        [
          [0, 0],
          [10, 105],
        ],
      ],
      false,
    ],
    // Amber 33 - active 23 - the second country 11 leaves the one of it who is Free.
    [
      'a rank without the active and without a country',
      [
        [
          [0, 0],
          [77, 1],
        ],
        [
          [23, 0],
          [0, 10],
        ],
      ],
      true,
    ],
  ])('countries, where %s', (_, cells, isFew) => {
    expect(leavesFew(cells, true)).toBe(isFew)
  })
})

describe('DIS-008 countries', () => {
  test.each([
    ['stand alone with 100 members', [99, 100, 200], { alone: [2, 1], others: [0] }],
    ['leave nobody', [100, 200], { alone: [1, 0], others: [] }],
    ['join the smallest where nine are left', [9, 100, 200], { alone: [2], others: [0, 1] }],
    ['without members are left out', [0, 100, 50], { alone: [1], others: [2] }],
    ['are all together', [9, 50], { alone: [], others: [0, 1] }],
  ])('%s', (_, sizes, groups) => {
    expect(joinCountries(sizes)).toEqual(groups)
  })
})
