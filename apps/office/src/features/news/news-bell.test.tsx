// @vitest-environment jsdom
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { Config } from '../../lib/configuration/config.ts'
import { profileKey } from '../../lib/session/profile-key.ts'
import { failingHost, HOST_FAULTS } from '../../testing/failing-host.ts'
import { openTestOffice, PROFILE } from '../../testing/open.ts'
import { showPage } from '../../testing/show-page.tsx'
import { NewsBell } from './news-bell.tsx'

const NOW = Date.UTC(2026, 10, 1, 14, 32)
const MINUTE = 60_000
/** A call and its repetition, each until its timeout. */
const SLOW_ROUND = 2 * MINUTE

let posts: readonly string[] = []

const feed = () =>
  `<rss version="2.0"><channel>${posts
    .map((title) => `<item><title>${title}</title><link>https://news.test/${title}</link></item>`)
    .join('')}</channel></rss>`

/** A body that arrives in parts. */
const streamOf = (parts: readonly string[]) =>
  new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeAll(installTopLayer)
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async () => new Response(feed()))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Shows the bell beside a page. */
async function showBell(place?: Parameters<typeof showPage>[2]): Promise<void> {
  const office = { ...openTestOffice(), config: new Config(HOSTS, new Map([['newsfeed', 'TRUE']])) }
  office.queries.setQueryData(profileKey, PROFILE)
  office.queries.setQueryData(['user'], { registeredAt: 0 })
  showPage(office, NewsBell, place)
  await pass(0)
}

/** Opens the list of news beside a page. */
async function openNews(): Promise<void> {
  await showBell()
  fireEvent.click(screen.getByRole('button', { name: /^News/ }))
  await act(() => vi.dynamicImportSettled())
  await pass(0)
}

test.each(HOST_FAULTS)(
  'the news host is %s in mid-session: the news stay, and the next ones follow by themselves',
  async (fault) => {
    posts = ['First']
    const host = failingHost((path) => path.startsWith('/blog/'))
    await openNews()
    expect(screen.getByText('First')).toBeDefined()

    host.fail(fault)
    await pass(12 * MINUTE)
    expect(screen.getByText('First')).toBeDefined()

    posts = ['Second', 'First']
    host.repair()
    await pass(SLOW_ROUND)
    expect(screen.getByText('Second')).toBeDefined()
    expect(screen.getByText('First')).toBeDefined()
  },
)

test.each(HOST_FAULTS)(
  'the news host is %s from the start: the list says so, and the news follow by themselves',
  async (fault) => {
    posts = ['First']
    const host = failingHost((path) => path.startsWith('/blog/'))
    host.fail(fault)
    await openNews()
    await pass(MINUTE / 2)
    expect(screen.getByText('The news could not be loaded')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()

    host.repair()
    await pass(SLOW_ROUND)
    expect(screen.getByText('First')).toBeDefined()
    expect(screen.queryByText('The news could not be loaded')).toBeNull()
  },
)

test.each([
  [2 * 1024 * 1024, 'First'],
  [2 * 1024 * 1024 + 1, 'The news could not be loaded'],
])('news of %d bytes in two parts: %s', async (size, shown) => {
  posts = ['First']
  const start = feed()
  const parts = [start, ' '.repeat(size - start.length)]
  vi.stubGlobal('fetch', async () => new Response(streamOf(parts)))
  await openNews()
  await pass(MINUTE / 2)
  expect(screen.getByText(shown)).toBeDefined()
})

test.each([
  ['/dashboard', '/en/dashboard?news=2', ['First: false', 'Second: true']],
  ['/dashboard', '/en/dashboard?news=3', ['First: false', 'Second: false']],
  ['/dashboard', '/en/dashboard', null],
  ['/page', '/en/page?news=2', null],
] as const)(
  'the link of a post opens the list with its text, on the dashboard alone: %s at %s',
  async (path, address, open) => {
    const link = (post: number) => `${location.origin}/en/dashboard?news=${post}`
    const items = ['First', 'Second'].map(
      (title, at) => `<item><title>${title}</title><link>${link(at + 1)}</link></item>`,
    )
    const answer = `<rss version="2.0"><channel>${items.join('')}</channel></rss>`
    vi.stubGlobal('fetch', async () => new Response(answer))
    await showBell({ path, address })
    await act(() => vi.dynamicImportSettled())
    await pass(0)
    const dialog = screen.queryByRole('dialog', { name: /^News/ })
    const entries = dialog && within(dialog).getAllByRole('button', { name: /First|Second/ })
    const shown = entries?.map((entry) => {
      const title = /First|Second/.exec(entry.textContent)
      return `${title}: ${entry.ariaExpanded}`
    })
    expect(shown ?? null).toEqual(open)
  },
)
