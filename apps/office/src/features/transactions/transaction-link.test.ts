import { expect, test } from 'vitest'

import { transactionLink } from './transaction-link.ts'

const TEMPLATES = new Map([
  ['UCN', 'https://ucn.example/tx/{hash}'],
  ['XRC10', 'https://chain.example/{hash}?h={hash}'],
  ['UCN_XRC10', 'https://both.example/{hash}'],
  ['BAD', 'javascript:alert({hash})'],
  ['EMPTY', ''],
])

test.each([
  ['TRX-025', 'UCN_X', null, null],
  ['TRX-025', 'UCN_X', '', null],
  ['TRX-026 CFG-005', 'UCN_X', '0xab', 'https://ucn.example/tx/0xab'],
  ['TRX-026 the longest prefix wins', 'UCN_XRC10_WHITE', '0xab', 'https://both.example/0xab'],
  ['TRX-026 within the name', 'UPT_XRC10_WHITE', '0xab', 'https://chain.example/0xab?h=0xab'],
  ['TRX-026 no prefix', 'OTHER', '0xab', null],
  [
    'TRX-026 a beginning counts before an occurrence',
    'UCN_IN_XRC10',
    'a',
    'https://ucn.example/tx/a',
  ],
  ['TRX-027 the hash is encoded', 'UCN', '../?a&b', 'https://ucn.example/tx/..%2F%3Fa%26b'],
  ['TRX-027 only web addresses', 'BAD', 'x', null],
  ['TRX-027 no template', 'EMPTY', 'x', null],
])('%s: to %s in %s leads to %s', (_row, to, txId, link) => {
  expect(transactionLink({ to, txId }, TEMPLATES)).toBe(link)
})
