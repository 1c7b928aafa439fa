import { expect, test } from 'vitest'

import { FormRefusal, Refusal } from './refusal.ts'

test('a refusal is an error with a code and the params of its text', () => {
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

test('a form is refused with all its errors, and accepted without errors', () => {
  expect(() => FormRefusal.refuseAny([])).not.toThrow()
  const problems = [
    { field: 'email', code: 'not_unique' },
    { field: 'phone', code: 'required' },
  ] as const
  const refusal = new FormRefusal(problems)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'validation_error', params: { problems: 2 }, problems })
  expect(() => FormRefusal.refuseAny(problems.slice(0, 1))).toThrow('validation_error')
})
