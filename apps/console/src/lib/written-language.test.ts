import { expect, test } from 'vitest'

import { seemsWrittenIn } from './written-language.ts'

const TEXTS = {
  en: 'The order reached us late. You have the credit now.',
  de: 'Die Bestellung kam zu spät bei uns an. Sie haben die Gutschrift, und das ist nicht mehr offen.',
  ru: 'Заказ пришёл к нам поздно, сумма исправлена.',
  ja: '注文が遅れて届きました。金額を訂正しました。',
}

test.each([
  ['en', 'en', true],
  ['de', 'de', true],
  ['ru', 'ru', true],
  ['ja', 'ja', true],
  ['en', 'de', false],
  ['de', 'en', false],
  ['en', 'ru', false],
  ['ru', 'de', false],
  ['ru', 'ar', false],
  ['ja', 'ko', false],
] as const)('DSP-006 a text in %s for a reader of %s passes: %s', (written, reader, passes) => {
  expect(seemsWrittenIn(TEXTS[written], reader)).toBe(passes)
})

test('DSP-006 a text that is too short to say passes', () => {
  expect(seemsWrittenIn('OK', 'ru')).toBe(true)
})
