import { describe, expect, test } from 'vitest'

import {
  checkContact,
  emailProblem,
  languageProblem,
  nameProblem,
  LONGEST_LINE,
  phoneProblem,
  problemOf,
  requireFields,
} from './form-checks.ts'

describe('form checks', () => {
  test('a field that is missing, empty or blank is required', () => {
    const form: Partial<Record<'a' | 'b' | 'c' | 'd', string>> = { a: '', b: ' \t', c: ' x ' }
    expect(() => requireFields(form, ['a', 'b', 'c', 'd'])).toThrow(
      expect.objectContaining({
        problems: ['a', 'b', 'd'].map((field) => ({ field, code: 'required' })),
      }),
    )
    expect(() => requireFields(form, ['c'])).not.toThrow()
  })

  test('a problem belongs to its field', () => {
    expect(problemOf('email', 'wrong_email')).toEqual([{ field: 'email', code: 'wrong_email' }])
    expect(problemOf('email', null)).toEqual([])
  })

  test.each([
    ['anna@example.com', null],
    ['a@b', null],
    ['anna.k+office@mail.example.co', null],
    ['@example.com', 'wrong_email'],
    ['anna@', 'wrong_email'],
    ['anna', 'wrong_email'],
    ['anna@example.', 'wrong_email'],
    ['anna@.com', 'wrong_email'],
    ['anna@example..com', 'wrong_email'],
    ['an na@example.com', 'wrong_email'],
    ['anna@exam ple.com', 'wrong_email'],
    ['anna@b@example.com', 'wrong_email'],
    ['a,b@example.com', 'wrong_email'],
    ['anna@example.com,b@example.com', 'wrong_email'],
    ['Anna <anna@example.com>', 'wrong_email'],
    ['anna@example.com\nx', 'wrong_email'],
  ] as const)('the e-mail address %j: %s', (email, problem) => {
    expect(emailProblem(email)).toBe(problem)
  })

  test.each([
    ['Anna', null],
    ["D'Arcy-O’Neill, Jr.", null],
    ['Ñuñez Müller', null],
    ['Anna2', 'only_latin_chars'],
    ['2Anna', 'only_latin_chars'],
    ['Анна', 'only_latin_chars'],
    ['Anna<', 'only_latin_chars'],
    ["-.'", 'only_latin_chars'],
    ['', 'only_latin_chars'],
  ] as const)('the name %j: %s', (name, problem) => {
    expect(nameProblem(name)).toBe(problem)
  })

  test.each([
    ['en', null],
    ['deu', null],
    ['de-AT', null],
    ['zh-Hant-TW', null],
    ['e', 'invalid_format'],
    ['engl', 'invalid_format'],
    ['EN', 'invalid_format'],
    ['de-', 'invalid_format'],
    ['de-A', 'invalid_format'],
    ['de-abcdefghi', 'invalid_format'],
    ['xx de-AT', 'invalid_format'],
    ['de_AT', 'invalid_format'],
  ] as const)('the language %j: %s', (language, problem) => {
    expect(languageProblem(language)).toBe(problem)
  })

  test.each([
    ['123456', null],
    ['12345', 'wrong_phone'],
    ['123456789012345', null],
    ['1234567890123456', 'wrong_phone'],
    ['+41 (0)44 / 123-45.67', null],
    ['  +41441234567 ', null],
    ['41+441234567', 'wrong_phone'],
    ['123456x', 'wrong_phone'],
    ['x123456', 'wrong_phone'],
    [`123456${' '.repeat(LONGEST_LINE - 7)}7`, null],
    [`123456${' '.repeat(LONGEST_LINE - 6)}7`, 'wrong_phone'],
  ] as const)('the phone number %j: %s', (phone, problem) => {
    expect(phoneProblem(phone)).toBe(problem)
  })

  test.each([
    {},
    { phone: null, language: null },
    { phone: '' },
    { phone: '123456', language: 'de' },
  ])('the contact data %j are taken', (contact) => {
    expect(() => checkContact(contact)).not.toThrow()
  })

  test.each([
    [{ phone: '12345' }, [{ field: 'phone', code: 'wrong_phone' }]],
    [{ language: '' }, [{ field: 'language', code: 'invalid_format' }]],
    [
      { phone: '12345', language: 'EN' },
      [
        { field: 'phone', code: 'wrong_phone' },
        { field: 'language', code: 'invalid_format' },
      ],
    ],
  ])('the contact data %j are refused', (contact, problems) => {
    expect(() => checkContact(contact)).toThrow(expect.objectContaining({ problems }))
  })
})
