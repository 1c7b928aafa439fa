import { expect, test } from 'vitest'

import { Refusal } from './refusal.ts'

test('a refusal is an error that carries its code and what fills the text', () => {
  const refusal = new Refusal('not_unique', { fieldName: 'email' })
  expect(refusal).toBeInstanceOf(Error)
  expect(refusal).toMatchObject({
    name: 'Refusal',
    code: 'not_unique',
    message: 'not_unique',
    params: { fieldName: 'email' },
  })
})

test('a refusal needs no params', () => {
  expect(new Refusal('access_denied').params).toEqual({})
})
