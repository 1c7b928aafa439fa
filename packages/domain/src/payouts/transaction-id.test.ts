import { expect, test } from 'vitest'

import { DEFAULT_TX_PATTERN, matchesWhole, transactionKey } from './transaction-id.ts'

const DIGITS = '0123456789abcdefABCDEF0123456789abcdefABCDEF0123456789abcdefABCD'

test.each([DIGITS, `0x${DIGITS}`])('%s looks like the id of a transaction', (txId) => {
  expect(matchesWhole(DEFAULT_TX_PATTERN, txId)).toBe(true)
})

test.each([
  '',
  'yes',
  '0xabc',
  DIGITS.slice(1),
  `${DIGITS}0`,
  `0x${DIGITS.slice(1)}`,
  `0X${DIGITS}`,
  `0x0x${DIGITS}`,
  `${DIGITS.slice(1)}g`,
  ` ${DIGITS}`,
  `${DIGITS}\n`,
])('%j does not', (txId) => {
  expect(matchesWhole(DEFAULT_TX_PATTERN, txId)).toBe(false)
})

test('a pattern with alternatives admits whole texts only', () => {
  expect(['a', 'b', 'ab', 'xb', 'ax'].map((text) => matchesWhole('^a|b$', text))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test.each([
  [`0x${DIGITS}`, DIGITS.toLowerCase()],
  [DIGITS, DIGITS.toLowerCase()],
  ['0XAB', 'ab'],
  ['5Kd3NBUAdU', '5Kd3NBUAdU'],
  ['0x', '0x'],
])('%s counts as %s', (txId, key) => {
  expect(transactionKey(txId)).toBe(key)
})
