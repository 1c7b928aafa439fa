// @vitest-environment jsdom
import { ToastProvider } from '@partner-office/ui'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { Config } from '../../lib/configuration/config.ts'
import { Cookies } from '../../lib/session/cookies.ts'
import { CookieNotice } from '../../parts/public/cookie-notice.tsx'
import { PublicFrame } from '../../parts/public/public-frame.tsx'
import { type PublicPage, PublicPageContext } from '../../parts/public/public-page.ts'
import { pairsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { withTexts } from '../../testing/texts.tsx'
import { HomePage } from './home-page.tsx'
import { Invitation } from './invitation.tsx'

const NOW = Date.UTC(2026, 10, 12, 9)
const DAY = 24 * 3_600_000

beforeAll(installTopLayer)
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; Path=/`
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const FILES = { privacy: 'p.pdf', terms: 't.pdf', disclaimer: 'd.pdf', donts: 'n.pdf' }
type Shown = {
  readonly properties?: Readonly<Record<string, string>>
  readonly facts?: Partial<PublicPage>
}

function show(part: React.ReactNode, { properties = {}, facts = {} }: Shown = {}): void {
  const config = new Config(
    HOSTS,
    new Map(Object.entries({ legalFiles: JSON.stringify(FILES), ...properties })),
  )
  const page: PublicPage = {
    locale: 'en',
    config,
    cookies: new Cookies('partner'),
    readInviter: null,
    countVisit: null,
    isSignedIn: false,
    ...facts,
  }
  render(
    withTexts(
      <ToastProvider closeLabel="Close">
        <PublicPageContext value={page}>{part}</PublicPageContext>
      </ToastProvider>,
    ),
  )
}
const links = (name: string) =>
  screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href'))

test('LND-001 LND-003 LND-004 LND-006 the home page has its headline, ranks, sections and steps', () => {
  show(<HomePage />)
  expect(plainTexts(document, 'h1, h2, h3')).toEqual([
    'Your team, your ranks, your money. Exact.',
    'About',
    'Every figure can be traced',
    'Rules you can see',
    'Fees before you confirm',
    'Ecosystem',
    'UCN',
    'UPT',
    'Start in four steps',
    'Sign up',
    'Verify yourself',
    'Share your link',
    'Follow your figures',
    'Ready when you are',
  ])
  expect(pairsOf(document.querySelector('.demo dl'))).toEqual([
    'Leg 1, at its cap: 25,000.00 EUR',
    'Leg 2: 12,860.00 EUR',
    'Other legs: 9,190.00 EUR',
    'Above the cap, not counted: 5,760.00 EUR',
  ])
  expect(plainTexts(document, '.demo .in-row .heading-2, .demo .stack .meta')).toEqual([
    'Next rank',
    'Sapphire',
    '47,050.00 EUR / 50,000.00 EUR94.1%',
  ])
  expect(document.querySelectorAll('.rank-strip li')).toHaveLength(12)
  expect(links('Sign up')).toEqual(['/en/registration', '/en/registration'])
  expect(links('Log in')).toEqual(['/en/login'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each<[string, Shown, number, number]>([
  ['a partner who is signed in', { facts: { isSignedIn: true } }, 0, 0],
  ['no registration', { properties: { 'button.registration': 'FALSE' } }, 0, 2],
  ['no login', { properties: { 'button.login': 'FALSE' } }, 3, 0],
])('D-035 LND-002 the ways in for %s', (_, shown, ups, ins) => {
  show(
    <PublicFrame languages={null}>
      <HomePage />
    </PublicFrame>,
    shown,
  )
  expect([links('Sign up').length, links('Log in').length]).toEqual([ups, ins])
})

test('the steps move by the width of one, in reading direction', () => {
  show(<HomePage />)
  const list = screen.getByRole('list', { name: 'Start in four steps' })
  const [first, second] = list.children
  vi.spyOn(first!, 'getBoundingClientRect').mockReturnValue({ left: 100 } as DOMRect)
  vi.spyOn(second!, 'getBoundingClientRect').mockReturnValue({ left: 400 } as DOMRect)
  const scrollBy = vi.fn<(by: object) => void>()
  Object.assign(list, { scrollBy })
  fireEvent.click(screen.getByRole('button', { name: 'Next step' }))
  fireEvent.click(screen.getByRole('button', { name: 'Previous step' }))
  expect(scrollBy.mock.calls).toEqual([[{ left: 300 }], [{ left: -300 }]])
})

const PROMO = {
  bullBanner: 'TRUE',
  bullPromoCode: 'BULL',
  bullPromoCodeValue: '10%',
  bullPromoPeriodEnd: '2026-11-13T10:01:02Z',
  bullBotAppUrl: 'https://bot.test',
}

test('LND-009 LND-012 LND-013 a promotion opens above the page, counts down, and can be hidden for today', async () => {
  const written = vi.fn<(text: string) => Promise<void>>(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } })
  show(<HomePage />, { properties: PROMO })
  const popup = screen.getByRole('dialog', { name: '10% with code BULL' })
  expect(plainText(within(popup).getByRole('timer'))).toBe('1 d 01:01:02 left')
  expect(within(popup).getByText('Until 13.11.2026, 10:01 UTC')).toBeDefined()
  expect(links('Open the bot')).toEqual(['https://bot.test'])
  fireEvent.click(within(popup).getByRole('button', { name: 'Copy' }))
  await vi.waitFor(() => expect(written).toHaveBeenCalledWith('BULL'))
  fireEvent.click(within(popup).getByRole('checkbox', { name: 'Do not show again today' }))
  fireEvent.click(within(popup).getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  cleanup()
  show(<HomePage />, { properties: PROMO })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('LND-010 a promotion without an end, a value and a bot', () => {
  show(<HomePage />, {
    properties: { ...PROMO, bullPromoCodeValue: '', bullPromoPeriodEnd: '', bullBotAppUrl: '' },
  })
  const popup = screen.getByRole('dialog', { name: 'Promo code BULL' })
  expect([
    within(popup).queryByRole('timer'),
    within(popup).queryByRole('link'),
    within(popup).queryByText(/^Until/),
  ]).toEqual([null, null, null])
})

const GRACE = {
  firstName: 'Grace',
  lastName: 'Hopper',
  avatar: '',
  allowPublicProfile: 1,
  invite: 'K7M2QX',
} as const

test('LND-008 an invitation names the partner, counts the visit, and keeps the code', async () => {
  const countVisit = vi.fn<(code: string) => () => void>(() => () => {})
  show(<Invitation referral="k7m2qx" />, {
    facts: { readInviter: async () => GRACE, countVisit } as never,
  })
  expect(document.querySelector('.inviter-wait')).not.toBeNull()
  expect(await screen.findByText('Grace Hopper')).toBeDefined()
  expect(document.querySelector('.inviter-wait')).toBeNull()
  expect(screen.getByText(/Grace Hopper becomes your sponsor/)).toBeDefined()
  expect(countVisit).toHaveBeenCalledExactlyOnceWith('K7M2QX')
  expect(plainTexts(document, '.invite-code b')).toEqual(['K7M2QX'])
  expect(links('Sign up')[0]).toBe('/en/registration/K7M2QX')
  expect(plainTexts(document, '.next-steps li b')).toEqual([
    'Sign up',
    'Accept the documents',
    'Verify yourself',
  ])
  expect(document.cookie).toContain('K7M2QX')
})

test('D-006 an invitation of nobody is the home page; one whose service fails stays, without a name', async () => {
  const countVisit = vi.fn<(code: string) => () => void>()
  show(<Invitation referral="NOBODY" />, {
    facts: { readInviter: async () => null, countVisit } as never,
  })
  expect(
    await screen.findByRole('heading', {
      level: 1,
      name: 'Your team, your ranks, your money. Exact.',
    }),
  ).toBeDefined()
  cleanup()
  const readInviter = async (): Promise<never> => {
    throw new Error('down')
  }
  show(<Invitation referral="K7M2QX" />, { facts: { readInviter, countVisit } as never })
  expect(await screen.findByText('A partner')).toBeDefined()
  expect(screen.getByText(/the partner who sent it becomes your sponsor/)).toBeDefined()
  expect(countVisit).not.toHaveBeenCalled()
})

test('NAV-021 NAV-043 the footer has the files and languages; cookies are named until they are accepted', () => {
  const properties = {
    socialLinks: JSON.stringify([{ name: 'Chat', url: 'https://chat.test' }]),
    disclosure: 'FALSE',
  }
  const cookies = new Cookies('partner')
  const config = new Config(
    HOSTS,
    new Map(Object.entries({ legalFiles: JSON.stringify(FILES), ...properties })),
  )
  show(
    <PublicFrame languages={null}>
      <CookieNotice locale="en" config={config} cookies={cookies} />
    </PublicFrame>,
    { properties },
  )
  expect(links('Chat')).toEqual(['https://chat.test'])
  const languages = [...document.querySelectorAll('.foot-languages a')]
  expect(
    languages
      .filter((link) => link.getAttribute('aria-current') === 'true')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/en'])
  expect(document.querySelectorAll('.consent')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(document.querySelectorAll('.consent')).toHaveLength(0)
  cleanup()
  show(<CookieNotice locale="en" config={config} cookies={cookies} />)
  expect(document.querySelectorAll('.consent')).toHaveLength(0)
})

test.each<[string, ((language: string) => string) | undefined, number, string]>([
  ['a page with scripts', undefined, 1, '/de'],
  ['a page without scripts', (language) => `/${language}/income`, 0, '/de/income'],
])('NAV-026 the theme and the languages of %s', (_, addressIn, buttons, german) => {
  show(
    <PublicFrame languages={null} {...(addressIn && { addressIn })}>
      <p />
    </PublicFrame>,
  )
  expect(screen.queryAllByRole('button', { name: 'Use dark colours' })).toHaveLength(buttons)
  expect(links('Deutsch')).toEqual([german])
})

test('LND-011 a promotion that is over while its popup is open says so', () => {
  show(<HomePage />, {
    properties: { ...PROMO, bullPromoPeriodEnd: new Date(NOW + DAY).toISOString() },
  })
  expect(screen.getByRole('timer')).toBeDefined()
  expect(screen.queryByText('The promotion has ended.')).toBeNull()
})
