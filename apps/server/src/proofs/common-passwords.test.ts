import { expect, test } from 'vitest'

import { newPasswordProblem } from './common-passwords.ts'

test.each(['password', 'PassWord', '12345678', '1234567890', 'qwertyuiop', 'superman', 'football'])(
  'the common password %s is refused',
  async (password) => expect(await newPasswordProblem(password)).toBe('invalid_password_format'),
)

test.each(['a-Secret-of-one', 'correct horse battery staple', 'passwort-von-ада'])(
  '%s is no common password',
  async (password) => expect(await newPasswordProblem(password)).toBeNull(),
)
