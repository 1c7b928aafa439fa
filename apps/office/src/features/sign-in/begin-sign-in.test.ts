// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'

import { beginSignIn } from './begin-sign-in.ts'
import { endSignIn, mayBeginAgain, takeVerifier } from '../../lib/session/proof.ts'

beforeEach(() => sessionStorage.clear())

test('the challenge is the SHA-256 of the verifier, as in RFC 7636', async () => {
  const challenge = beginSignIn()
  const verifier = takeVerifier()!
  expect(verifier).toMatch(/^[\w-]{64}$/)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  expect(challenge).toBe(Buffer.from(digest).toString('base64url'))
})

test('a verifier is new for each sign-in and works once', () => {
  beginSignIn()
  const first = takeVerifier()
  expect(takeVerifier()).toBeNull()
  beginSignIn()
  expect(takeVerifier()).not.toBe(first)
})

test('a sign-in restarts once, and once more after it has ended', () => {
  expect(mayBeginAgain()).toBe(true)
  expect(mayBeginAgain()).toBe(false)
  endSignIn()
  expect(mayBeginAgain()).toBe(true)
})
