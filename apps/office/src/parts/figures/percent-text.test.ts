import { expect, test } from 'vitest'

import { percentText, shareText } from './percent-text.ts'

test('D-103 a percent has the format of the language, or a plain format', () => {
  expect(percentText('94.1', { locale: 'de', isPlain: false })).toBe('94,1\u00a0%')
  expect(percentText('94.1', { locale: 'de', isPlain: true })).toBe('94.1%')
  expect(percentText('100.0', { locale: 'ar', isPlain: false })).toBe('100.0\u200e%\u200e')
})

test('a share has no more decimals than it needs', () => {
  const style = { locale: 'en', isPlain: false }
  expect([0.5, 0.3, 0.29, 0.125, 1].map((share) => shareText(share, style))).toEqual([
    '50%',
    '30%',
    '29%',
    '12.5%',
    '100%',
  ])
})

test('INF-022 INF-023 the percent of an accrual and of a bonus record is a hundred times its share, exactly', () => {
  const style = { locale: 'en', isPlain: false }
  expect([0.015, 0.035, 0.0125, 0.07, 0].map((share) => shareText(share, style))).toEqual([
    '1.5%',
    '3.5%',
    '1.25%',
    '7%',
    '0%',
  ])
})
