import { expect, test } from 'vitest'

import { TopLegs } from './top-legs.ts'

test('a row is kept from its first legs on, whatever its number; its neighbours are not', () => {
  const legs = new TopLegs(2)
  for (const row of [0, 31, 32, 100, 5_000]) {
    expect(legs.keeps(row)).toBe(false)
    legs.clear(row)
    expect([legs.keeps(row), legs.keeps(row + 1_000)]).toEqual([true, false])
  }
  const { bytes } = legs
  for (let time = 0; time < 100; time += 1) legs.clear(100)
  expect(legs.bytes).toBe(bytes)
})
