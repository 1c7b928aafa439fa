import { expect, test } from 'vitest'

import { wordsOfText } from './words-of-text.ts'

test('INB-001 words are folded and counted once', () => {
  expect(wordsOfText('Zoë asks: zoe, E-Mail (42)!')).toEqual(['zoe', 'asks', 'email', '42'])
  expect(wordsOfText(' ,.! ')).toEqual([])
})

test('INB-001 scripts without spaces are found by letters and pairs of letters', () => {
  expect(wordsOfText('奖金在')).toEqual(['奖', '奖金', '金', '金在', '在'])
  const all = wordsOfText('我的奖金在哪里')
  expect(wordsOfText('奖金').every((word) => all.includes(word))).toBe(true)
  expect(wordsOfText('보너스')).toEqual(['보', '보너', '너', '너스', '스'])
})
