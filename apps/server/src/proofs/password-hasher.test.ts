import { describe, expect, test } from 'vitest'

import { PasswordHasher } from './password-hasher.ts'

describe('the password hasher', () => {
  test('a right password matches, a wrong one does not, and without an account no password does', async () => {
    const hasher = new PasswordHasher()
    const stored = await hasher.hash('right ☃')
    expect(await hasher.isRight(stored, 'right ☃')).toBe(true)
    expect(await hasher.isRight(stored, 'right')).toBe(false)
    expect(await hasher.isRight(null, 'nobody has this password')).toBe(false)
  })

  test('two hashes run at once, a hundred wait, and further ones are refused immediately', async () => {
    const hasher = new PasswordHasher()
    const calls = await Promise.allSettled(Array.from({ length: 110 }, () => hasher.hash('x')))
    const refused = calls.filter((call) => call.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(8).fill('too_many_requests'))
    expect(await hasher.hash('x')).toContain('$argon2id$')
  })
})
