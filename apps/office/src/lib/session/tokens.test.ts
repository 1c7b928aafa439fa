import { postToken } from '@partner-office/contracts'
import { describe, expect, test } from 'vitest'

import { readScope } from './tokens.ts'

describe('tokens', () => {
  test.each([
    ['READ WRITE active', ['READ', 'WRITE'], 'active'],
    ['active', [], 'active'],
    ['READ', ['READ'], ''],
    ['', [], ''],
    [' READ  active ', ['READ'], 'active'],
  ])('ACC-002 the scope "%s" is modes and a status', (scope, modes, status) =>
    expect(readScope(scope)).toEqual({ modes, status }),
  )

  test('ENT-020 have access_token, refresh_token, expires, scope and scope_code', () => {
    const answered = { access_token: 'a', expires: 1, scope: 'READ active', scope_code: 'active' }
    const tokens = postToken.reply.parse(answered)
    expect(tokens).toEqual(answered)
    expect(Object.keys(postToken.reply.shape)).toEqual(
      expect.arrayContaining([...Object.keys(answered), 'refresh_token']),
    )
  })
})
