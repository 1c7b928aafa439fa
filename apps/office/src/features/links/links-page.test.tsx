// @vitest-environment jsdom
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { type Opened, openPage } from '../../testing/open-page.ts'
import { cellsOf, plainTexts } from '../../testing/plain-text.ts'
import { refusal, success } from '../../testing/services.ts'
import { stubWindow } from '../../testing/wide-window.ts'
import { LinksPage } from './links-page.tsx'

beforeAll(installTopLayer)
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  stubWindow('desktop')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const MONTHS = [
  { month: Date.UTC(2026, 10), visits: 40, registrations: 3, firstOrders: 1 },
  { month: Date.UTC(2026, 9), visits: 80, registrations: 0, firstOrders: 0 },
]
const open = (months: object[] = MONTHS, opened: Opened = {}) =>
  openPage(LinksPage, '/links', {
    ...opened,
    answers: { 'GET /v1/links': success(months), ...opened.answers },
  })
const card = (name: string) => screen.findByRole('region', { name })
const widths = (part: Element) =>
  [...part.querySelectorAll<HTMLElement>('.link-bar i')].map(({ style }) => style.inlineSize)

test('LNK-001 links have their steps from a visit to an order, and each month', async () => {
  open()
  const funnel = await card('From visit to first order')
  expect(plainTexts(funnel, '.funnel-step')).toEqual([
    'Visits120Each browser tab counts once.',
    'Registrations32.5% of visits',
    'First orders133.3% of registrations',
  ])
  expect(widths(funnel)).toEqual(['100%', '2.5%', '0.833333%'])
  const months = await card('By month')
  expect(cellsOf(within(months).getByRole('table'))).toEqual([
    'Month | Visits | Registrations | Of visits | First orders | Of registrations',
    'November 2026Not over | 40 | 3 | 7.5% | 1 | 33.3%',
    'October 2026 | 80 | 0 | 0.0% | 0 | –',
    'Together | 120 | 3 | 2.5% | 1 | 33.3%',
  ])
  expect(widths(months)).toEqual(['50%', '100%'])
  expect(plainTexts(months, 'tr.bold th')).toEqual(['Together'])
  expect(screen.queryByText('Visits are not counted in this office.')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Link statistics' })).toBeNull()
})

test('LNK-001 phones list the months', async () => {
  stubWindow('phone')
  open()
  expect(plainTexts(await card('By month'), 'ul.list > li')).toEqual([
    'November 2026Not overVisits40Registrations37.5%First orders133.3%',
    'October 2026Visits80Registrations00.0%First orders0–',
    'TogetherVisits120Registrations32.5%First orders133.3%',
  ])
})

test('LNK-001 without counted visits there are dashes in place of rates', async () => {
  open(MONTHS.map((month) => ({ ...month, visits: null })))
  expect(await screen.findByText('Visits are not counted in this office.')).toBeDefined()
  expect(plainTexts(await card('From visit to first order'), '.funnel-step')).toEqual([
    'Visits–Each browser tab counts once.',
    'Registrations3',
    'First orders133.3% of registrations',
  ])
  expect(cellsOf(within(await card('By month')).getByRole('table')).at(-1)).toBe(
    'Together | – | 3 | – | 1 | 33.3%',
  )
  expect(widths(await card('By month'))).toEqual(['0%', '0%'])
})

test('REF-001 REF-005 the links can be copied, and shown as a code', async () => {
  const written = vi.fn<(text: string) => Promise<void>>(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } })
  open()
  const [first, second] = await screen.findAllByRole('button', { name: 'Copy' })
  fireEvent.click(first!)
  await vi.waitFor(() =>
    expect(written).toHaveBeenLastCalledWith(`${location.origin}/en/registration/K7M2QX`),
  )
  fireEvent.click(second!)
  await vi.waitFor(() =>
    expect(written).toHaveBeenLastCalledWith(`${location.origin}/en/partner/K7M2QX`),
  )
  fireEvent.click(screen.getAllByRole('button', { name: 'Show QR code' })[0]!)
  const dialog = await screen.findByRole('dialog', { name: 'Sign-up link' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Share the link' })).toBeNull()
})

test('REF-001 a device that shares gets a button for it', async () => {
  const share = vi.fn<(shared: object) => Promise<void>>(async () => {
    throw new DOMException('closed', 'AbortError')
  })
  vi.stubGlobal('navigator', { ...navigator, share })
  open()
  fireEvent.click((await screen.findAllByRole('button', { name: 'Share the link' }))[1]!)
  expect(share).toHaveBeenCalledWith({
    title: 'Invite page',
    url: `${location.origin}/en/partner/K7M2QX`,
  })
})

const SHOW = 'PUT /v1/profile/show-ref-link'

test.each([
  [success({ showRefLink: 1 }), true],
  [refusal('internal_server_error', 500), false],
])('REF-002 REF-003 REF-004 hidden links can be shown: %o', async (answer, isShown) => {
  open(MONTHS, { profile: { showRefLink: 0 }, answers: { [SHOW]: answer } })
  const show = await screen.findByRole<HTMLInputElement>('switch', {
    name: 'Show your invite links',
  })
  expect([show.checked, screen.queryAllByRole('button', { name: 'Copy' }).length]).toEqual([
    false,
    0,
  ])
  expect(
    screen.getByText('The page shows your name to everyone who has the link.').getAttribute('role'),
  ).toBeNull()
  fireEvent.click(show)
  if (isShown) expect(await screen.findAllByRole('button', { name: 'Copy' })).toHaveLength(2)
  else expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.queryByRole('switch') === null).toBe(isShown)
})
