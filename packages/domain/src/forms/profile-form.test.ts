import { describe, expect, test } from 'vitest'

import { LONGEST_LINE } from './form-checks.ts'
import {
  isStorable,
  LONGEST_COMMENT,
  POSITIONS,
  profileProblems,
  telegramName,
} from './profile-form.ts'

const problemsOf = (form: Parameters<typeof profileProblems>[0]) =>
  profileProblems(form).map(({ field, code }) => `${field} ${code}`)

describe('the profile form', () => {
  test('PRF-018 a leading @ is stripped from telegram: "@anna" gives "anna"', () => {
    expect(telegramName('@anna')).toBe('anna')
    expect(telegramName('anna@home')).toBe('anna@home')
    expect(telegramName('')).toBe('')
  })

  test('names are required, other fields and missing fields are not', () => {
    expect(problemsOf({ firstName: ' ', lastName: '', city: '' })).toEqual([
      'firstName required',
      'lastName required',
    ])
    expect(problemsOf({})).toEqual([])
  })

  test.each([
    ['sex', ['male', 'female', ''], ['MALE', 'x']],
    ['position', [...POSITIONS, ''], ['job-seeker', 'ceo']],
    ['countryId', ['DE', ''], ['de', 'XX', 'DEU']],
    [
      'birthdate',
      ['1990-02-28', '2024-02-29', ''],
      [
        '1990-02-30',
        '2023-02-29',
        '28.02.1990',
        '1990-2-8',
        '1990-13-01',
        '1990-02-28T00:00Z',
        '1990',
        '1990-02',
        '+012345-02-28',
      ],
    ],
  ] as const)('%s takes %j and refuses %j', (field, taken, refused) => {
    for (const text of taken) expect(problemsOf({ [field]: text }), text).toEqual([])
    for (const text of refused) {
      expect(problemsOf({ [field]: text }), text).toEqual([`${field} invalid_format`])
    }
  })

  test('a line has at most 256 characters, the comment 5,000', () => {
    expect(problemsOf({ city: 'x'.repeat(LONGEST_LINE) })).toEqual([])
    expect(problemsOf({ city: 'x'.repeat(LONGEST_LINE + 1) })).toEqual(['city max_length'])
    expect(problemsOf({ comment: 'x'.repeat(LONGEST_COMMENT) })).toEqual([])
    expect(problemsOf({ comment: 'x'.repeat(LONGEST_COMMENT + 1) })).toEqual(['comment max_length'])
  })

  test('control characters and halves of characters are refused; lines and tabs only in the comment', () => {
    expect(problemsOf({ city: 'a\nb', comment: 'a\nb\tc\r\nd' })).toEqual(['city validation_error'])
    expect(problemsOf({ comment: 'a\u0000' })).toEqual(['comment validation_error'])
    expect(isStorable('\ud800', { isMultiLine: true })).toBe(false)
    expect(isStorable('😀', { isMultiLine: false })).toBe(true)
    expect(isStorable('a\u007f', { isMultiLine: true })).toBe(false)
  })
})
