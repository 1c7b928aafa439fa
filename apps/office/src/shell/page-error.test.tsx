// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { PageCodeMissing } from '../lib/navigation/lazy-page.ts'
import { PATHS } from '../paths.ts'
import { withTexts } from '../testing/texts.tsx'
import { PageError } from './page-error.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A frame around a page that throws as long as `broken` returns an error. */
function show(broken: () => Error | null): void {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const root = createRootRoute()
  const frame = createRoute({
    getParentRoute: () => root,
    path: PATHS.home,
    component: () => (
      <>
        <nav aria-label="Menu" />
        <Outlet />
      </>
    ),
  })
  const page = createRoute({
    getParentRoute: () => frame,
    path: '/dashboard',
    component: () => {
      const error = broken()
      if (error !== null) throw error
      return <h1>Dashboard</h1>
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([frame.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: ['/en/dashboard'] }),
    defaultErrorComponent: PageError,
  })
  render(withTexts(<RouterProvider router={router} />))
}

test.each([
  [new Error('secret detail'), 'Something on this page failed. The other pages still work.'],
  [new PageCodeMissing(null), 'The page did not arrive. Try again in a moment.'],
])(
  'a page that throws is replaced by a message in its frame, and Retry shows it',
  async (error, text) => {
    let thrown: Error | null = error
    show(() => thrown)
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(screen.queryByText(/secret detail/)).toBeNull()
    expect(screen.getByRole('navigation', { name: 'Menu' })).toBeDefined()
    thrown = null
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('without a connection the page waits for it, and is shown when it is back', async () => {
  let thrown: Error | null = new PageCodeMissing(null)
  show(() => thrown)
  await screen.findByRole('button', { name: 'Retry' })
  const setOnline = (isOnline: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
  }
  setOnline(false)
  expect(screen.getByRole('alert').textContent).toContain('You are offline')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  thrown = null
  setOnline(true)
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined()
})

test('a page whose code did not arrive comes back by itself, within ten seconds after the host answers', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let thrown: Error | null = new PageCodeMissing(null)
  show(() => thrown)
  await screen.findByRole('alert')
  expect(document.title).toBe('This page cannot be shown · Partner Office')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByRole('alert')).toBeDefined()
  thrown = null
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeDefined()
  vi.useRealTimers()
})

test('a page with a fault of its own waits for its reader', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let thrown: Error | null = new Error('bug')
  show(() => thrown)
  await screen.findByRole('alert')
  thrown = null
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByRole('alert')).toBeDefined()
  vi.useRealTimers()
})
