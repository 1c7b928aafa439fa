import { expect, test } from 'vitest'

import { passwordProblem, SHORTEST_PASSWORD } from './password.ts'

test.each([
  ['a'.repeat(SHORTEST_PASSWORD), null],
  ['a'.repeat(SHORTEST_PASSWORD - 1), 'invalid_password_format'],
  ['😀'.repeat(SHORTEST_PASSWORD), null],
  ['😀'.repeat(SHORTEST_PASSWORD - 1), 'invalid_password_format'],
  [' '.repeat(SHORTEST_PASSWORD), 'invalid_password_format'],
  ['a'.repeat(256), null],
  ['a'.repeat(257), 'invalid_password_format'],
  ['tab\tin the middle', 'invalid_password_chars'],
] as const)('the password %j is refused as %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem)
})
