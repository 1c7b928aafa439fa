import type { IncomingMessage } from 'node:http'

import { describe, expect, test } from 'vitest'

import { nameRequests } from './request-id.ts'

const NEW = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function nameOf(given: string | undefined, from: string, trusted: readonly string[]): string {
  const headers = given === undefined ? {} : { 'request-id': given }
  return nameRequests(trusted)({ headers, socket: { remoteAddress: from } } as IncomingMessage)
}

describe('OBS-011 the id of a request', () => {
  test.each([
    ['10.0.0.1', ['10.0.0.1']],
    ['::ffff:10.0.0.1', ['10.0.0.1']],
    ['10.9.8.7', ['192.0.2.1', '10.0.0.0/8']],
    ['2001:db8::7', ['2001:db8::/32']],
  ])('comes from a proxy at %s, which %j trusts', (from, trusted) => {
    expect(nameOf('from-balancer', from, trusted)).toBe('from-balancer')
  })

  test.each([
    ['10.0.0.2', ['10.0.0.1']],
    ['11.0.0.1', ['10.0.0.0/8']],
    ['10.0.0.1', []],
    ['2001:db9::7', ['2001:db8::/32']],
  ])('is a new one for a caller at %s, whom %j does not trust', (from, trusted) => {
    expect(nameOf('from-balancer', from, trusted)).toMatch(NEW)
  })

  test.each([
    ['none', undefined],
    ['7 signs', 'a'.repeat(7)],
    ['65 signs', 'a'.repeat(65)],
    ['a space', 'from balancer'],
    ['a quote', 'from"balancer'],
  ])('is a new one instead of %s', (_title, given) => {
    expect(nameOf(given, '10.0.0.1', ['10.0.0.1'])).toMatch(NEW)
  })

  test.each(['a'.repeat(8), 'a'.repeat(64), '7f3a-01:2.b_c'])('may be %s', (given) => {
    expect(nameOf(given, '10.0.0.1', ['10.0.0.1'])).toBe(given)
  })
})
