// @vitest-environment jsdom
// The scripts that run before the apps, which share no module with them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'

import { ALL_LANGUAGES, directionOf } from '@partner-office/locales'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { allowStorage, forbidStorage } from './testing/forbid-storage.ts'

const APPS = join(import.meta.dirname, '../../../apps')
const fileOf = (path: string): string => readFileSync(join(APPS, path), 'utf8')

const OFFICE = fileOf('office/public/start.js')
const SCRIPTS = [
  ['office', OFFICE],
  ['passport', fileOf('passport/public/start.js')],
  ['console', fileOf('console/public/start.js')],
  ['public pages', /<script>(.*?)<\/script>/s.exec(fileOf('office/landing.html'))![1]!],
] as const

/** What a script leaves in the window. */
type Window = { tokenOfAddress?: string; earlyAnswers?: Map<string, unknown> }
const { dataset } = document.documentElement
const left = globalThis as Window

let isDark: boolean
beforeEach(() => {
  isDark = false
  vi.stubGlobal('matchMedia', () => ({ matches: isDark }))
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  vi.stubGlobal('__zod_globalConfig', undefined)
})
afterEach(() => {
  allowStorage()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.removeItem('theme')
  history.replaceState(null, '', '/')
  document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
  for (const name of ['theme', 'opens', 'mirrored']) delete dataset[name]
  delete left.tokenOfAddress
  delete left.earlyAnswers
})

describe.each(SCRIPTS)('the first script of the %s', (_, script) => {
  test.each([
    ['dark', false, 'dark'],
    ['light', true, 'light'],
    [null, true, 'dark'],
    [null, false, 'light'],
    ['', true, 'dark'],
    ['"><script>', true, 'dark'],
    ['DARK', false, 'light'],
  ])('takes %j, stored in a browser that is dark: %j, as %s', (stored, dark, theme) => {
    isDark = dark
    if (stored !== null) localStorage.setItem('theme', stored)
    runInThisContext(script)
    expect(dataset['theme']).toBe(theme)
  })

  test('needs neither cookies nor storages', () => {
    forbidStorage()
    isDark = true
    expect(() => runInThisContext(script) as unknown).not.toThrow()
    expect(dataset['theme']).toBe('dark')
    expect(globalThis).toHaveProperty('__zod_globalConfig', { jitless: true })
  })
})

describe('the first script of the office', () => {
  test('opens the pages of a session with their frame, mirrored in languages that are', () => {
    document.cookie = 'partner_access_token=x; Path=/'
    for (const language of ALL_LANGUAGES) {
      delete dataset['mirrored']
      history.replaceState(null, '', `/${language}/dashboard`)
      runInThisContext(OFFICE)
      expect(dataset['opens']).toBe('frame')
      expect('mirrored' in dataset, language).toBe(directionOf(language) === 'rtl')
    }
  })

  test.each([
    '/',
    '/ar',
    '//',
    '/%E0%A4%A/x',
    '/arx/dashboard',
    '/a/../ar/x?token=&token=2#token=3',
  ])('starts at %s with whatever is in the cookies', (address) => {
    document.cookie = 'partner_access_token=%E0%A4%A; Path=/'
    history.replaceState(null, '', `http://localhost:3000${address}`)
    expect(() => runInThisContext(OFFICE) as unknown).not.toThrow()
    expect(location.search).not.toContain('token=')
  })

  test('takes the token out of the address, and nothing else', () => {
    history.replaceState(null, '', '/en/dashboard?token=secret&month=2026-10#a')
    runInThisContext(OFFICE)
    expect(location.href).toMatch(/\/en\/dashboard\?month=2026-10#a$/)
    expect(left.tokenOfAddress).toBe('secret')
  })
})
