import { expect, test } from 'vitest'

import { INVITE_CODE_LENGTH, INVITE_CODE_SIGNS, readInviteCode } from './invite-code.ts'

test.each([
  ['K7M2QX', 'K7M2QX'],
  ['K7M2QX.', 'K7M2QX'],
  ['K7M2QX,', 'K7M2QX'],
  ['(K7M2QX).', 'K7M2QX'],
  ['<K7M2QX>', 'K7M2QX'],
  ['[K7M2QX]!', 'K7M2QX'],
  ['“K7M2QX”', 'K7M2QX'],
  ['K7M2QX/', 'K7M2QX'],
  ['K7M2QX//', 'K7M2QX'],
  [' K7M2 QX ', 'K7M2QX'],
  ['K7M2\u{A0}QX\n', 'K7M2QX'],
  ['K7M2-QX', 'K7M2QX'],
  ['Ｋ７Ｍ２ＱＸ', 'K7M2QX'],
  ['k7m2qX', 'k7m2qX'],
  ['\u{200F}K7M2QX\u{200E}。', 'K7M2QX'],
  ['), .', ''],
  ['', ''],
])('C11.28 the code in %j is %j', (text, code) => {
  expect(readInviteCode(text)).toBe(code)
})

test('C11.28 new codes use no signs that look alike, in capitals and in small letters', () => {
  for (const group of ['0O', '1IL', '2Z', '5S', '6G', '8B', 'UV']) {
    const used = [...group].filter((sign) => INVITE_CODE_SIGNS.includes(sign))
    expect(used.length, group).toBeLessThanOrEqual(1)
  }
  expect(new Set(INVITE_CODE_SIGNS).size).toBe(INVITE_CODE_SIGNS.length)
  expect(INVITE_CODE_SIGNS).toBe(INVITE_CODE_SIGNS.toUpperCase())
  expect(INVITE_CODE_SIGNS.length ** INVITE_CODE_LENGTH).toBeGreaterThan(1e10)
})
