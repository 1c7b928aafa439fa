// @vitest-environment jsdom
import { allowStorage, forbidStorage } from '@partner-office/web/testing/forbid-storage.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { Cookies } from './cookies.ts'

const cookies = new Cookies('partner')

beforeEach(() => cookies.remove('a'))
afterEach(() => {
  allowStorage()
  vi.restoreAllMocks()
})

describe('cookies', () => {
  test('a value is read back as it was written, whatever its characters', () => {
    cookies.write('a', 'x; y=ü %')
    expect(cookies.read('a')).toBe('x; y=ü %')
    expect(document.cookie).toContain('partner_a=')
  })

  test('a cookie that is missing, removed or not decodable is null', () => {
    expect(cookies.read('a')).toBeNull()
    cookies.write('a', 'x')
    cookies.remove('a')
    expect(cookies.read('a')).toBeNull()
    document.cookie = 'partner_a=%E0%A4%A; Path=/'
    expect(cookies.read('a')).toBeNull()
  })

  test('a browser that forbids cookies has none', () => {
    cookies.write('a', '1')
    forbidStorage()
    expect(cookies.read('a')).toBeNull()
    cookies.write('a', '2')
    cookies.remove('a')
    allowStorage()
    expect(cookies.read('a')).toBe('1')
  })

  test('a cookie of another product or with a longer name is another cookie', () => {
    document.cookie = 'other_a=1; Path=/'
    document.cookie = 'partner_aa=2; Path=/'
    expect(cookies.read('a')).toBeNull()
    cookies.write('a', '3')
    expect(cookies.read('a')).toBe('3')
    expect(cookies.read('aa')).toBe('2')
  })

  test('a cookie is kept for a year on the whole site, and sent to no other site', () => {
    const written = vi.spyOn(document, 'cookie', 'set')
    cookies.write('a', '1')
    cookies.write('a', '1', 5)
    expect(written.mock.calls).toEqual([
      ['partner_a=1; Path=/; SameSite=Lax; Max-Age=31536000'],
      ['partner_a=1; Path=/; SameSite=Lax; Max-Age=5'],
    ])
  })

  test('a cookie of an encrypted page is sent to encrypted pages only', () => {
    vi.stubGlobal('location', { protocol: 'https:' })
    const written = vi.spyOn(document, 'cookie', 'set')
    cookies.write('a', '1', 5)
    vi.unstubAllGlobals()
    expect(written).toHaveBeenCalledWith('partner_a=1; Path=/; SameSite=Lax; Max-Age=5; Secure')
  })
})
