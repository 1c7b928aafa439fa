import { describe, expect, test } from 'vitest'

import { codeAt, stepOfCode, toBase32 } from './totp.ts'

/** The seed of RFC 6238, appendix B; its codes have eight digits, of which six are the last. */
const SECRET = toBase32(Buffer.from('12345678901234567890'))

describe('codes of an authenticator', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %d the code is %s, as in RFC 6238', (second, code) => {
    expect(codeAt(SECRET, Math.floor(second / 30))).toBe(code)
    expect(stepOfCode(SECRET, code, second * 1_000)).toBe(Math.floor(second / 30))
  })

  test('a code is valid one step before and after its own, and no longer', () => {
    const codeNow = codeAt(SECRET, 1_000)
    const isAccepted = (step: number) => stepOfCode(SECRET, codeNow, step * 30_000) === 1_000
    expect([998, 999, 1_000, 1_001, 1_002].map(isAccepted)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  test.each(['', '28708', '2870820', 'abcdef', '２８７０８２'])('%j is no code', (code) =>
    expect(stepOfCode(SECRET, code, 59_000)).toBeNull(),
  )

  test('a secret is encoded as in RFC 4648', () => {
    expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
    expect(toBase32(Buffer.from('fo'))).toBe('MZXQ')
  })
})
