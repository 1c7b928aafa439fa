import { expect, test } from 'vitest'

import { countedLegs, turnoverOf, type PartnerLeg } from './partner-legs.ts'

const leg = (partnerId: number, ...lines: [number, number, number, number]): PartnerLeg => {
  const [line1, line2, line3, deeper] = lines
  return { partnerId, line1, line2, line3, deeper }
}

/** Leg 7 bought below line 3 only, leg 8 nothing; legs 2 and 5 are equal on the first line. */
const legs = [
  leg(5, 10, 1, 0, 0),
  leg(2, 10, 0, 100, 0),
  leg(8, 0, 0, 0, 0),
  leg(7, 0, 0, 0, 1),
  leg(3, 11, 1, 1, 1_000),
]

test.each([
  [
    'line1',
    [
      [3, 11],
      [2, 10],
      [5, 10],
    ],
  ],
  [
    'lines1To2',
    [
      [3, 12],
      [5, 11],
      [2, 10],
    ],
  ],
  [
    'lines1To3',
    [
      [2, 110],
      [3, 13],
      [5, 11],
    ],
  ],
  [
    'team',
    [
      [3, 1_013],
      [2, 110],
      [5, 11],
      [7, 1],
    ],
  ],
  [
    'company',
    [
      [3, 1_013],
      [2, 110],
      [5, 11],
      [7, 1],
    ],
  ],
] as const)(
  'B3 a programme that counts %s: the largest leg first, ties by id, no empty legs',
  (base, expected) => {
    const counted = countedLegs(legs, base)
    expect(counted.map(({ userId, turnover }) => [userId, Number(turnover)])).toEqual(expected)
    const { total, topLegs } = turnoverOf(counted)
    expect(topLegs.map(Number)).toEqual(expected.map(([, turnover]) => turnover))
    expect(Number(total)).toBe(expected.reduce((sum, [, turnover]) => sum + turnover, 0))
  },
)
