import { expect, test } from 'vitest'

import { fullNameOf } from './profile.ts'
import { rankNameKey } from '../queries/ranks.ts'

test.each([
  ['Ada', 'Root', 'Ada Root'],
  ['Ada', '', 'Ada'],
  ['', 'Root', 'Root'],
  ['', '', ''],
])('the full name of %j %j is %j', (firstName, lastName, name) => {
  expect(fullNameOf({ firstName, lastName })).toBe(name)
})

test.each([
  ['JADE', 'ranks.JADE'],
  ['TRIPLE_ULTIMA_DIAMOND', 'ranks.TRIPLE_ULTIMA_DIAMOND'],
  ['NEW_RANK', 'NEW_RANK'],
])('RNK-036 the text of the rank %s is %s', (code, key) => {
  expect(rankNameKey(code)).toBe(key)
})
