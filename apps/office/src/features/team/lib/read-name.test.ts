import { expect, test } from 'vitest'

import { readName } from './read-name.ts'

test.each([
  ['  Bea ', 'Bea'],
  ['李小龙', '李小龙'],
  [' 李小 ', '李小'],
  ['李', null],
  ['ab', null],
  [' ab ', null],
  ['', ''],
  ['   ', ''],
])('TEA-022 TEA-023 %j is searched as %j', (typed, name) => {
  expect(readName(typed)).toBe(name)
})
