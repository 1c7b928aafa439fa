import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { PROPERTY_CASES } from '../testing/property-cases.ts'
import { similarAddress } from './similar-address.ts'

const USED = '0x7f3a91c25be04d8863aaa10f7c2e95b7d4410de8f'

describe('similarAddress', () => {
  test.each([
    ['0x7f3a91c25be04d8863ab10f7c2e95b7d4419de8f', USED],
    ['0x7F3A000000000000000000000000000000000DE8F', USED],
    [USED.toUpperCase().replace('0X', '0x'), USED],
    [USED, null],
    ['0x7f3b91c25be04d8863aaa10f7c2e95b7d4410de8f', null],
    ['0x7f3a91c25be04d8863aaa10f7c2e95b7d4410de80', null],
  ])('%s resembles %s', (address, similar) => {
    expect(similarAddress(address, ['0x2be700000000000000000000000000005c91', USED])).toBe(similar)
  })

  test('an address that was used before resembles no other', () => {
    const twin = '0x7f3a91c25be04d8863ab10f7c2e95b7d4419de8f'
    expect(similarAddress(twin, [USED, twin])).toBeNull()
  })

  test('`0x` is left out at the beginning only', () => {
    expect(similarAddress('T0x7f3aDE8F', ['T7f3aDE8F'])).toBeNull()
  })

  test('any address with other characters in the middle is noticed', () => {
    const hex = fc.stringMatching(/^[0-9a-f]{40}$/)
    fc.assert(
      fc.property(hex, hex, (known, other) => {
        const fake = known.slice(0, 4) + other.slice(4, -4) + known.slice(-4)
        expect(similarAddress(`0x${fake}`, [`0x${known}`])).toBe(
          fake === known ? null : `0x${known}`,
        )
      }),
      { numRuns: PROPERTY_CASES },
    )
  })
})
