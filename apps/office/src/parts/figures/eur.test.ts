import { expect, test } from 'vitest'

import { drawnPercent, exactPercent, exactShare, progressText, remainder } from './eur.ts'

test('a share may exceed the whole in text, but never in a drawing', () => {
  expect(exactPercent('92300.00', '150000.00')).toBe('61.5')
  expect(exactPercent('200000.00', '100000.00')).toBe('200.0')
  expect(drawnPercent('200000.00', '100000.00')).toBe(100)
  expect(drawnPercent('1.00', '0.00')).toBe(0)
  expect(drawnPercent('99999999.99', '100000000.00')).toBeLessThan(100)
})

test('D-040 progress is whole percent, rounded down, from 0 to 100', () => {
  expect(progressText('92300.00', '150000.00')).toBe('61')
  expect(progressText('99999.99', '100000.00')).toBe('99')
  expect(progressText('100000.00', '100000.00')).toBe('100')
  expect(progressText('200000.00', '100000.00')).toBe('100')
  expect(progressText('1.00', '0.00')).toBe('0')
})

test('a cap below a cent is not lost', () => {
  expect(remainder('100.00', ['33.333', '33.333'])).toBe('33.34')
})

test('has one decimal and is never rounded up', () => {
  expect(exactShare(9997n, 10_000n)).toBe('99.9')
  expect(exactShare(1n, 3n)).toBe('33.3')
  expect(exactShare(5n, 5n)).toBe('100.0')
  expect(exactShare(5n, 0n)).toBe('0.0')
})
