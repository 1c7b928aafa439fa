// @vitest-environment jsdom
import { ToastProvider } from '@partner-office/ui'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { Config } from '../lib/configuration/config.ts'
import { OfficeContext } from '../lib/session/office.ts'
import { profileKey } from '../lib/session/profile-key.ts'
import { PATHS } from '../paths.ts'
import { openTestOffice, PROFILE } from '../testing/open.ts'
import { STATUS } from '../testing/ranks.ts'
import { answerCalls, success } from '../testing/services.ts'
import { BackLayout } from './back-layout.tsx'

const UNTIL = Date.UTC(2036, 10, 30)
const ANSWERS = {
  'GET /v1/profile': success({ ...PROFILE, uiLanguage: 'de' }),
  'PUT /v1/profile/language': success({}),
  'GET /v1/bonus/turnover/rang': success(STATUS),
  'GET /v1/user/activity': success({ activeUntil: UNTIL, flSize: 2, teamSize: 3, userId: 7 }),
}

let widest: 'phone' | 'tablet' | 'desktop'
beforeAll(installTopLayer)
beforeEach(() => {
  widest = 'desktop'
  localStorage.clear()
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('768px') ? widest !== 'phone' : widest === 'desktop',
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  history.replaceState(null, '', '/en/dashboard?at=1#top')
  document.cookie = 'partner_access_token=a-token; Path=/'
})
afterEach(() => {
  cleanup()
  document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
  vi.unstubAllGlobals()
})

/** The frame around a page of a signed-in partner. */
async function show(
  profile: Partial<typeof PROFILE | { firstName: ''; lastName: ''; selfieRequired: true }> = {},
  properties: readonly (readonly [string, string])[] = [],
) {
  const calls = answerCalls(ANSWERS)
  const legal: [string, string] = ['legalFiles', JSON.stringify({ privacy: 'p.pdf' })]
  const office = {
    ...openTestOffice(),
    config: new Config(HOSTS, new Map([legal, ...properties])),
  }
  office.queries.setQueryData(profileKey, { ...PROFILE, ...profile })
  const root = createRootRoute()
  const frame = createRoute({
    getParentRoute: () => root,
    path: PATHS.home,
    component: () => (
      <BackLayout>
        <Outlet />
      </BackLayout>
    ),
  })
  const pages = ['/dashboard', '/team/my'].map((path) =>
    createRoute({ getParentRoute: () => frame, path, component: () => <h1>{path}</h1> }),
  )
  const router = createRouter({
    routeTree: root.addChildren([frame.addChildren(pages)]),
    history: createMemoryHistory({ initialEntries: ['/en/team/my', '/en/dashboard'] }),
  })
  render(
    <OfficeContext value={office}>
      <I18nextProvider i18n={office.texts.i18n}>
        <QueryClientProvider client={office.queries}>
          <ToastProvider closeLabel="Close">
            <RouterProvider<typeof router> router={router} />
          </ToastProvider>
        </QueryClientProvider>
      </I18nextProvider>
    </OfficeContext>,
  )
  await screen.findByRole('heading', { name: '/dashboard' })
  return { calls, router }
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const drawer = () => screen.queryByRole('dialog', { name: 'Menu' })
const hrefs = (part: HTMLElement, names: readonly string[]) =>
  names.map((name) => within(part).getByRole('link', { name }).getAttribute('href'))

const ACCOUNT = ['Account settings', 'Profile passport', 'Notifications', 'Log out']
const ACCOUNT_LINKS = [
  'http://passport.test/en/profile/general',
  'http://passport.test/en/profile/passport',
  '/en/profile/notifications',
  '/en/logout',
]

describe('the side menu', () => {
  test('NAV-009 shows name, rank and activity above the links', async () => {
    await show()
    const side = screen.getByRole('link', { name: 'Anna Keller' }).closest('aside')!
    await within(side).findByText('Sapphire')
    const activity = await within(side).findByRole('region', { name: 'Activity' })
    expect(within(activity).getByText('Active until 29.11.2036, 23:59 UTC')).toBeDefined()
    expect(within(side).getByRole('link', { name: 'Dashboard' }).ariaCurrent).toBe('page')
  })

  test('is left out on a phone, where the drawer has it', async () => {
    widest = 'phone'
    await show()
    expect(screen.queryByRole('link', { name: 'Anna Keller' })).toBeNull()
  })
})

test('a partner without a name is called so in each place', async () => {
  await show({ firstName: '', lastName: '' })
  expect(screen.getByRole('link', { name: 'noname' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Profile: noname' })).toBeDefined()
})

test('NAV-018 the profile menu leads to the profile, the account and the log-out', async () => {
  await show()
  await press('Profile: Anna Keller')
  const menu = screen.getByRole('link', { name: 'Notifications' }).closest('ul')!
  expect(hrefs(menu, ['Anna Keller', ...ACCOUNT])).toEqual([
    '/en/profile/general',
    ...ACCOUNT_LINKS,
  ])
})

describe('the drawer of a phone', () => {
  beforeEach(() => void (widest = 'phone'))

  test('NAV-012 NAV-013 has the person, all pages and the account', async () => {
    await show()
    expect(drawer()).toBeNull()
    await press('Open menu')
    const menu = drawer()!
    expect(within(menu).getByRole('link', { name: /^Anna Keller/ })).toBeDefined()
    expect(hrefs(menu, ['Dashboard', 'Team', ...ACCOUNT])).toEqual([
      '/en/dashboard',
      '/en/team/my',
      ...ACCOUNT_LINKS,
    ])
  })

  test('NAV-014 closes by its button, by a link, and by the browser’s way back', async () => {
    const { router } = await show()
    const isClosed = () => vi.waitFor(() => expect(drawer()).toBeNull())
    await press('Open menu')
    await userEvent.click(within(drawer()!).getByRole('button', { name: 'Close' }))
    await isClosed()
    await press('Open menu')
    await userEvent.click(within(drawer()!).getByRole('link', { name: 'Dashboard' }))
    await isClosed()
    await press('Open menu')
    act(() => router.history.back())
    await screen.findByRole('heading', { name: '/team/my' })
    await isClosed()
  })
})

describe('NAV-015 the sidebar', () => {
  const name = (text: string) => ({ name: text })
  const isRail = () => document.querySelector('.shell')!.classList.contains('rail')

  test('can be folded and unfolded by its button, and stays so on the next visit', async () => {
    await show()
    expect(isRail()).toBe(false)
    await press('Fold the menu')
    expect(isRail()).toBe(true)
    expect(screen.queryByRole('button', name('Fold the menu'))).toBeNull()
    cleanup()
    await show()
    expect(isRail()).toBe(true)
    screen.getByRole('button', name('Unfold the menu')).focus()
    await userEvent.keyboard('{Enter}')
    expect(isRail()).toBe(false)
    cleanup()
    await show()
    expect(isRail()).toBe(false)
  })

  test('begins folded on a tablet, whose choice is not that of a desktop', async () => {
    widest = 'tablet'
    await show()
    expect(isRail()).toBe(true)
    await press('Unfold the menu')
    expect(isRail()).toBe(false)
    cleanup()
    widest = 'desktop'
    await show()
    expect(isRail()).toBe(false)
    await press('Fold the menu')
    cleanup()
    widest = 'tablet'
    await show()
    expect(isRail()).toBe(false)
  })

  test('NAV-009 NAV-018 NAV-017 the partner leads to the profile; name and language are in the header', async () => {
    await show()
    const side = within(screen.getByRole('complementary', name('Menu')))
    const partner = await side.findByRole('link', { name: /^Anna Keller/ })
    expect(partner.getAttribute('href')).toBe('/en/profile/general')
    const header = within(screen.getByRole('banner'))
    expect(document.querySelector('.topbar .head-name')!.textContent).toBe('Anna Keller')
    expect(header.getByRole('button', { name: /^Language: English/ })).toBeDefined()
  })
})

describe('another language', () => {
  const where = () => window.location.href.slice(window.location.origin.length)

  test('NAV-017 from the menu keeps the address and is stored in the profile', async () => {
    const { calls } = await show()
    await press(/^Language/)
    await userEvent.click(screen.getByRole('button', { name: 'Deutsch' }))
    expect(where()).toBe('/de/dashboard?at=1#top')
    await vi.waitFor(() => expect(calls).toContain('PUT /v1/profile/language'))
    await vi.waitFor(() => expect(calls).toContain('GET /v1/profile'))
  })

  test('from the footer too; a visitor’s choice is not stored', async () => {
    const { calls } = await show()
    document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
    await userEvent.click(await screen.findByRole('link', { name: 'Deutsch' }))
    expect(where()).toBe('/de/dashboard?at=1#top')
    expect(calls).not.toContain('PUT /v1/profile/language')
  })
})

test.each([
  [[], 'http://passport.test/en/resume-account'],
  [[['selfieUrl', 'https://selfie.test/']], 'https://selfie.test/'],
] as const)('RTE-043 an account that waits for a selfie is asked for it: %j', async (set, href) => {
  await show({ selfieRequired: true }, set)
  const banner = screen.getByRole('region', { name: 'A selfie is missing.' })
  expect(within(banner).getByRole('link').getAttribute('href')).toBe(href)
})

test('RTE-044 nobody else is asked for a selfie', async () => {
  await show()
  expect(screen.queryByRole('region', { name: 'A selfie is missing.' })).toBeNull()
})
