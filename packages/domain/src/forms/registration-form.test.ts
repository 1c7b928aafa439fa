import { expect, test } from 'vitest'

import { type RegistrationForm, registrationProblems } from './registration-form.ts'

const RIGHT = {
  firstName: 'Anna',
  lastName: 'Keller',
  email: 'anna@example.com',
  country: 'DE',
  password: 'long enough',
}

const problemsOf = (form: RegistrationForm): string[] =>
  registrationProblems(form).map(({ field, code }) => `${field} ${code}`)

test.each<[RegistrationForm, string[]]>([
  [RIGHT, []],
  [
    {},
    [
      'firstName required',
      'lastName required',
      'email required',
      'country required',
      'password required',
    ],
  ],
  [
    { ...RIGHT, firstName: 'Анна', email: 'anna', country: ' ', password: 'short' },
    [
      'firstName only_latin_chars',
      'email wrong_email',
      'country required',
      'password invalid_password_format',
    ],
  ],
  [{ ...RIGHT, lastName: '\t' }, ['lastName required']],
])('of the registration %j all problems are named at once', (form, problems) => {
  expect(problemsOf(form)).toEqual(problems)
})
