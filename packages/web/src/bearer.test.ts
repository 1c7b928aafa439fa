import { expect, test } from 'vitest'

import { bearer } from './bearer.ts'

test.each(['a', '!~', 'eyJ9.x-y_z+/='])('the token %j is carried', (token) => {
  expect(new Headers(bearer(token)).get('authorization')).toBe(`Bearer ${token}`)
})

test.each([null, '', ' ', 'a b', 'a\n', '\u007f', 'ü', '€', '\u0000'])(
  '%j is no token that a header can carry',
  (token) => {
    expect(bearer(token)).toEqual({})
  },
)
