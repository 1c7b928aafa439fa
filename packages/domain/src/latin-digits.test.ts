import { expect, test } from 'vitest'

import { latinDigits } from './latin-digits.ts'

test('the digits of every shipped language become 0 to 9, all else stays', () => {
  expect(latinDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
  expect(latinDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
  expect(latinDigits('०१२३४५६७८९')).toBe('0123456789')
  expect(latinDigits('০১২৩৪৫৬৭৮৯')).toBe('0123456789')
  expect(latinDigits('๐๑๒๓๔๕๖๗๘๙')).toBe('0123456789')
  expect(latinDigits('０１２３４５６７８９')).toBe('0123456789')
  expect(latinDigits('1 ٢ x\u065f\u066a\u06ef\u06fa')).toBe('1 2 x\u065f\u066a\u06ef\u06fa')
})
