// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { lazyPage, PageCodeMissing } from './lazy-page.ts'

const reload = vi.fn<() => void>()
const asked: string[] = []

beforeEach(() => {
  vi.stubGlobal('location', { reload })
  document.head.innerHTML =
    '<script type="module" src="/assets/app-1.js"></script>' +
    '<script type="module" src="/assets/texts-1.js"></script><script src="/start.js"></script>'
})

afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockClear()
  asked.length = 0
  sessionStorage.clear()
})

/** What the host answers for the newest page of the app. */
function serve(page: string, status = 200): void {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response(page, { status })
  })
}

const THIS_VERSION =
  '<script src="/assets/app-1.js"></script><script src="/assets/texts-1.js"></script>'
const cause = new Error('failed to fetch dynamically imported module')

/** Opens a page whose code does not arrive. */
function open() {
  const page = lazyPage(async () => {
    throw cause
  }, 'Page')
  return { shown: () => (page as (props: object) => unknown)({}), loaded: page.preload!() }
}

test('a page whose code arrives is shown', async () => {
  const Page = () => null
  const page = lazyPage(async () => ({ Page, Other: () => null }), 'Page')
  await page.preload!()
  expect((page as (props: object) => unknown)({})).toMatchObject({ type: Page })
  expect(asked).toEqual([])
})

test('without a newer version the page throws, so that its place offers a retry', async () => {
  serve(THIS_VERSION)
  const { shown, loaded } = open()
  await loaded
  expect(shown).toThrow(PageCodeMissing)
  expect(shown).toThrow(expect.objectContaining({ cause }))
  expect(asked).toEqual(['/'])
  expect(reload).not.toHaveBeenCalled()
})

test('a newer version is loaded once: the second time the page throws', async () => {
  serve('<script src="/assets/app-2.js"></script><script src="/assets/texts-1.js"></script>')
  const first = open()
  let isLoaded = false
  void first.loaded?.then(() => (isLoaded = true))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(isLoaded).toBe(false)

  const second = open()
  await second.loaded
  expect(second.shown).toThrow(PageCodeMissing)
  expect(reload).toHaveBeenCalledOnce()
  expect(asked).toEqual(['/'])
})

test.each([
  ['does not answer', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))],
  ['answers an error', () => serve('', 503)],
])('a host that %s has no newer version', async (_, answer) => {
  answer()
  const { shown, loaded } = open()
  await loaded
  expect(shown).toThrow(PageCodeMissing)
  expect(reload).not.toHaveBeenCalled()
})
