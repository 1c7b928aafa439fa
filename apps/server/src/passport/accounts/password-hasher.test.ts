import { describe, expect, test } from 'vitest'

import { PasswordHasher } from './password-hasher.ts'

describe('password work', () => {
  test('a right password is told from a wrong one, and nobody has the password of no account', async () => {
    const work = new PasswordHasher()
    const stored = await work.hash('right ☃')
    expect(await work.isRight(stored, 'right ☃')).toBe(true)
    expect(await work.isRight(stored, 'right')).toBe(false)
    expect(await work.isRight(null, 'nobody has this password')).toBe(false)
  })

  test('two are computed at once, a hundred wait, and more are turned away at once', async () => {
    const work = new PasswordHasher()
    const calls = await Promise.allSettled(Array.from({ length: 110 }, () => work.hash('x')))
    const refused = calls.filter((call) => call.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(8).fill('too_many_requests'))
    expect(await work.hash('x')).toContain('$argon2id$')
  })
})
