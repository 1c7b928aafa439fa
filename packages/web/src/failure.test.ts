import { describe, expect, test } from 'vitest'

import { CallFailed, codeOf, failedAnswer, failedWith, formErrors, mayBeDone } from './failure.ts'

const list = (...errors: object[]) => ({ state: 'error', data: null, errors })

describe('the failure of a call', () => {
  test.each([
    ['the list form', 200, list({ code: 'required', fieldName: 'email', errors: null })],
    ['the map form', 200, { state: 'error', data: null, errors: { email: 'required' } }],
    ['a page of a proxy', 502, null],
    ['an OAuth error', 400, { error: 'invalid_grant', error_description: 'No' }],
    ['text', 200, 'hello'],
  ])('ERR-001 %s becomes {state: error, errors}', (_, status, body) => {
    const answer = failedAnswer(status, body)
    expect(Object.keys(answer)).toEqual(['state', 'errors'])
    expect(answer.state).toBe('error')
    expect(answer.errors.length).toBeGreaterThan(0)
  })

  test('ERR-002 ACC-006 HTTP 403 is access_denied, whatever the body says', () => {
    expect(failedAnswer(403, null).errors[0].code).toBe('access_denied')
    const other = list({ code: 'not_found', fieldName: null, errors: null })
    expect(failedAnswer(403, other).errors).toEqual([
      { code: 'access_denied', fieldName: null, errors: null },
    ])
  })

  test('ERR-003 the OAuth text `User account is locked` is user_account_locked', () => {
    const locked = { error: 'invalid_grant', error_description: 'User account is locked' }
    expect(failedAnswer(400, locked).errors[0].code).toBe('user_account_locked')
    const nearly = { error: 'invalid_grant', error_description: 'User account is locked.' }
    expect(failedAnswer(400, nearly).errors[0].code).toBe('invalid_grant')
  })

  test.each(['invalid_grant', 'invalid_client', 'something_new'])(
    'ERR-004 the OAuth code %s is used as it is',
    (error) => expect(failedAnswer(400, { error }).errors[0].code).toBe(error),
  )

  test.each([
    [500, null],
    [502, '<html>'],
    [200, { state: 'error' }],
    [200, { state: 'error', errors: [] }],
    [200, { state: 'error', errors: [{ fieldName: 'x' }] }],
    [404, undefined],
  ])('ERR-005 anything else is internal_server_error: %s %j', (status, body) =>
    expect(failedAnswer(status, body).errors[0].code).toBe('internal_server_error'),
  )

  test('a status with one meaning needs no body', () => {
    expect(failedAnswer(401, null).errors[0].code).toBe('invalid_token')
    expect(failedAnswer(429, '').errors[0].code).toBe('too_many_requests')
  })

  test('LEG-013 the first code of an answer is used', () => {
    const answer = list(
      { code: 'legals_already_accepted', fieldName: null, errors: null },
      { code: 'not_found', fieldName: null, errors: null },
    )
    expect(codeOf(new CallFailed(failedAnswer(200, answer)))).toBe('legals_already_accepted')
    expect(codeOf(new Error('anything'))).toBe('internal_server_error')
  })
})

describe('the errors of a form', () => {
  test('ERR-011 a map of fields to codes joined by commas', () => {
    const body = { state: 'error', errors: { email: 'required,wrong_email', _common: 'not_found' } }
    expect(formErrors(failedAnswer(200, body))).toEqual({
      fields: { email: ['required', 'wrong_email'] },
      common: ['not_found'],
    })
  })

  test('ERR-012 a list of {code, fieldName, errors}', () => {
    const body = list(
      { code: 'required', fieldName: 'email', errors: null },
      { code: 'not_unique', fieldName: 'email', errors: null },
    )
    expect(formErrors(failedAnswer(200, body)).fields).toEqual({
      email: ['required', 'not_unique'],
    })
  })

  test('ERR-013 validation_error with a fieldName sets the errors of that field', () => {
    const body = list({ code: 'validation_error', fieldName: 'sort', errors: ['invalid_format'] })
    expect(formErrors(failedAnswer(200, body))).toEqual({
      fields: { sort: ['invalid_format'] },
      common: [],
    })
    const bare = list({ code: 'validation_error', fieldName: 'sort', errors: null })
    expect(formErrors(failedAnswer(200, bare)).fields).toEqual({ sort: ['validation_error'] })
  })

  test('ERR-014 codes of no field are a common error', () => {
    const body = list({ code: 'bad_credentials', fieldName: null, errors: null })
    expect(formErrors(failedAnswer(200, body))).toEqual({ fields: {}, common: ['bad_credentials'] })
  })
})

test.each([
  ['no answer', new CallFailed(failedAnswer(0, null)), true],
  ['a failure of the server', new CallFailed(failedAnswer(500, null), { status: 500 }), true],
  ['a code with status 503', new CallFailed(failedWith('data_not_ready'), { status: 503 }), true],
  ['a code with status 499', new CallFailed(failedWith('not_found'), { status: 499 }), false],
  ['a refusal', new CallFailed(failedWith('validation_error'), { status: 200 }), false],
  ['an error of the page, which sent nothing', new Error('a field is empty'), false],
])('after %s: may the call have been done?', (_, error, isPossible) => {
  expect(mayBeDone(error)).toBe(isPossible)
})
