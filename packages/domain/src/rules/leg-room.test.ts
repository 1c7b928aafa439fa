import { describe, expect, test } from 'vitest'

import { fraction } from '../fraction.ts'
import { fineCaps, legRoom } from './leg-room.ts'

/** Caps of 50 and 30 cents. */
const caps = fineCaps(100n, [fraction('0.5'), fraction('0.3')])
const roomOf = (leg: number, legs: readonly number[], rule: 'ranked' | 'sequential') => {
  const fine = (cents: number) => BigInt(cents) * caps.perCent
  const room = legRoom(fine(leg), legs.map(fine), caps, rule)
  return room === null ? null : Number(room) / Number(caps.perCent)
}

test('a cap below a cent is a whole number of fine units', () => {
  const { perCent, caps: fine } = fineCaps(1n, [fraction('0.5'), fraction('0.3')])
  expect([perCent, fine]).toEqual([20n, [10n, 6n]])
})

describe('the room of a leg', () => {
  test.each([
    [49, [49], 1],
    [50, [50], 0],
    [51, [51], 0],
    // The second place has its cap at 30, unless the leg outgrows the first leg before.
    [20, [60, 20], 10],
    [30, [60, 30], 0],
    [20, [25, 20], 30],
    // The third place has no cap: the leg grows until it takes the second.
    [10, [60, 20, 10], 20],
    [10, [60, 40, 10], 30],
    [10, [60, 60, 10], 50],
    [0, [0], 50],
  ])('ranked: a leg of %i among %j has %i', (leg, legs, room) => {
    expect(roomOf(leg, legs, 'ranked')).toBe(room)
  })

  test.each([
    // The first place is open: up to a cent below its cap, where it would be filled.
    [10, [10], 39],
    [49, [49], 0],
    [50, [50], 0],
    [20, [40, 20], 29],
    // The first leg fills its place, so the second place is open.
    [10, [50, 10], 19],
    [10, [60, 29, 10], 19],
    [30, [60, 30], 0],
    // Both places are filled: a smaller leg counts until it outgrows the last capped one.
    [10, [60, 30, 10], 20],
  ])('sequential: a leg of %i among %j has %i', (leg, legs, room) => {
    expect(roomOf(leg, legs, 'sequential')).toBe(room)
  })

  test.each(['ranked', 'sequential'] as const)('%s without caps has no end', (rule) => {
    expect(legRoom(5n, [9n, 5n], fineCaps(100n, []), rule)).toBeNull()
  })
})
