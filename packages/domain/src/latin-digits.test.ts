import { expect, test } from 'vitest'

import { latinDigits } from './latin-digits.ts'

test('Arabic and Persian digits become 0 to 9, all else stays', () => {
  expect(latinDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
  expect(latinDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
  expect(latinDigits('1 ٢ x\u065f\u066a\u06ef\u06fa')).toBe('1 2 x\u065f\u066a\u06ef\u06fa')
})
