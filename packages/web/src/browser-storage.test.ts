// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { lastingStorage, tabStorage } from './browser-storage.ts'
import { allowStorage, forbidStorage } from './testing/forbid-storage.ts'

const KEY = 'a-key'

describe.each([
  ['of all tabs', lastingStorage, () => localStorage],
  ['of one tab', tabStorage, () => sessionStorage],
])('the storage %s', (_, storage, browser) => {
  beforeEach(() => storage.remove(KEY))
  afterEach(() => {
    allowStorage()
    vi.restoreAllMocks()
    storage.remove(KEY)
  })

  test('holds what was written last, until it is removed', () => {
    expect(storage.read(KEY)).toBeNull()
    storage.write(KEY, '1')
    expect(storage.write(KEY, '2')).toBe(true)
    expect(storage.read(KEY)).toBe('2')
    expect(browser().getItem(KEY)).toBe('2')
    storage.remove(KEY)
    expect(storage.read(KEY)).toBeNull()
    expect(browser().getItem(KEY)).toBeNull()
  })

  test('lasts as long as the page where the browser forbids it', () => {
    storage.write(KEY, 'before')
    forbidStorage()
    expect(storage.read(KEY)).toBeNull()
    expect(storage.write(KEY, '1')).toBe(false)
    expect(storage.read(KEY)).toBe('1')
    storage.remove(KEY)
    expect(storage.read(KEY)).toBeNull()
  })

  test('that is full keeps a new value for the page, not the old one', () => {
    storage.write(KEY, 'old')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    storage.write(KEY, 'new')
    expect(storage.read(KEY)).toBe('new')
    full.mockRestore()
    storage.write(KEY, 'later')
    expect(storage.read(KEY)).toBe('later')
    expect(browser().getItem(KEY)).toBe('later')
  })
})
