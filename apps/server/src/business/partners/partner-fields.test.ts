import { describe, expect, test } from 'vitest'

import { emailProblem, textProblem } from './partner-fields.ts'

describe('a text of a partner', () => {
  test.each([
    ['one letter', 'x', null],
    ['256 characters', 'x'.repeat(256), null],
    ['257 characters', 'x'.repeat(257), 'city is longer than 256 characters'],
    ['a control character', 'a\u0007', 'city "a?" holds control characters'],
    ['a line break', 'a\nb', 'city "a?b" holds control characters'],
  ])('%s', (_, value, problem) => {
    expect(textProblem('city', value, { required: true })).toBe(problem)
    expect(textProblem('city', value, { required: false })).toBe(problem)
  })

  test('half a character', () => {
    expect(textProblem('city', 'a\uD800', { required: false })).toContain('holds half a character')
  })

  test.each(['', ' ', '\t'])('%j is missing where it is required', (value) => {
    expect(textProblem('city', value, { required: true })).toBe('city is missing')
    expect(textProblem('city', value, { required: false })).toBeNull()
  })
})

test.each([
  ['ann@example.com', null],
  ['a@b', null],
  ['a.b+c@mail.example.com', null],
  [`${'x'.repeat(244)}@example.com`, null],
  [`${'x'.repeat(245)}@example.com`, 'email is longer than 256 characters'],
  ['', 'email is missing'],
  ['ann', 'email "ann" is not an e-mail address'],
  ['@example.com', 'email "@example.com" is not an e-mail address'],
  ['ann@', 'email "ann@" is not an e-mail address'],
  ['ann@.com', 'email "ann@.com" is not an e-mail address'],
  ['ann@example.', 'email "ann@example." is not an e-mail address'],
  ['a b@example.com', 'email "a b@example.com" is not an e-mail address'],
  ['a@b@example.com', 'email "a@b@example.com" is not an e-mail address'],
])('the e-mail address %j: %s', (value, problem) => {
  expect(emailProblem(value)).toBe(problem)
})
