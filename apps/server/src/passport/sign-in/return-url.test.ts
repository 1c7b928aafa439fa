import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isReturnUrl, withToken } from './return-url.ts'

const OFFICE = 'https://office.test'

/** Pieces of misleading addresses. */
const VISIBLE =
  `https://office.test https: http: javascript: data: blob: HTTPS://OFFICE.TEST office.test evil.test
  office.test.evil.test оffice.test evil。test [::1] 0x7f.1 / // \\ /\\ /. /.. /%2e%2e %2f %5c %09 %0d%0a @ user:pw@ :
  :443 :80 catch en/catch /en/catch /catch en de-AT ? & # token=x ?token=x a=1 ; * ／ ⓔvil Location:`.split(
    /\s+/,
  )
const HIDDEN = ['\r\n', '\t', '\n', '\0', ' ', '\u00a0', '\u2028', '\u202e', '\ufeff']
const PIECES = [...VISIBLE, ...HIDDEN]

describe('the return URL of sign-in', () => {
  test.each([
    'https://office.test/en/catch',
    'https://office.test/de-AT/catch',
    'https://office.test/catch',
    'https://office.test/en/catch?a=1#b',
  ])('%s is the page that takes tokens', (backUrl) => {
    expect(isReturnUrl(backUrl, OFFICE)).toBe(true)
  })

  test.each([
    '',
    '//evil.test/en/catch',
    '/\\evil.test/en/catch',
    '/en/catch',
    'en/catch',
    'https:evil.test/en/catch',
    'https:/evil.test/en/catch',
    'https:office.test/en/catch',
    'https://evil.test/en/catch',
    'https://evil.test/https://office.test/en/catch',
    'https://office.test.evil.test/en/catch',
    'https://office.test@evil.test/en/catch',
    'https://office.test:pw@evil.test/en/catch',
    'https://user@office.test/en/catch',
    'https://user:pw@office.test/en/catch',
    'https://office.test:8443/en/catch',
    'https://office.test:443/en/catch',
    'https://office.test\\@evil.test/en/catch',
    'https://office.test\\.evil.test/en/catch',
    'https://office.test./en/catch',
    'http://office.test/en/catch',
    'HTTPS://OFFICE.TEST/en/catch',
    'https://оffice.test/en/catch',
    'https://office。test/en/catch',
    'javascript:alert(1)//https://office.test/en/catch',
    'javascript://office.test/en/catch%0aalert(1)',
    'data:text/html,https://office.test/en/catch',
    ' https://office.test/en/catch',
    'https://office.test/en/catch\r\nLocation: https://evil.test',
    'https://office.test/\ten/catch',
    'https://office.test//evil.test/catch',
    'https://office.test//en/catch',
    'https://office.test/en/catch/',
    'https://office.test/en/catch/../../evil',
    'https://office.test/en/%63atch',
    'https://office.test/en\\catch',
    'https://office.test/en/dashboard',
    'https://office.test/',
    'https://office.test',
    'https://office.test/en/catch?token=theirs',
    'https://office.test/en/catch?a=1&%74oken=theirs',
    'https://office.test/en/catch?next=\u202eevil',
  ])('%j is refused', (backUrl) => {
    expect(isReturnUrl(backUrl, OFFICE)).toBe(false)
  })

  test('for any combination only that page of that origin is accepted, and the token goes there', () => {
    let accepted = 0
    const puzzle = fc
      .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), { maxLength: 6 })
      .map((pieces) => pieces.join(''))
    const anything = fc.oneof(
      puzzle,
      puzzle.map((end) => `${OFFICE}/en/catch${end}`),
      puzzle.map((end) => `${OFFICE}${end}`),
    )
    fc.assert(
      fc.property(anything, (backUrl) => {
        if (!isReturnUrl(backUrl, OFFICE)) return
        accepted += 1
        const url = new URL(withToken(backUrl, 'ours'))
        expect([url.origin, url.username, url.password]).toEqual([OFFICE, '', ''])
        expect(url.pathname).toMatch(/^\/([a-z]{2,3}(-[A-Za-z0-9]{2,8})*\/)?catch$/)
        expect(url.searchParams.getAll('token')).toEqual(['ours'])
        expect(backUrl).not.toMatch(/[^\x21-\x7e]/)
      }),
      { numRuns: 5_000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })
})
