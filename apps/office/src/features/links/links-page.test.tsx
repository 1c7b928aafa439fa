// @vitest-environment jsdom
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { Config } from '../../lib/configuration/config.ts'
import { openTestOffice } from '../../testing/open.ts'
import { type Opened, openPage } from '../../testing/open-page.ts'
import { cellsOf, plainText, plainTexts } from '../../testing/plain-text.ts'
import { answerCalls, refusal, success } from '../../testing/services.ts'
import { showPage } from '../../testing/show-page.tsx'
import { stubWindow } from '../../testing/wide-window.ts'
import { LegalGate } from '../legal/legal-gate.tsx'
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
const widths = (within: Element) =>
  [...within.querySelectorAll<HTMLElement>('.link-bar i')].map(({ style }) => style.inlineSize)

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

const LEGALS = '/v1/legals/partner'
const DOCUMENTS = ['terms', 'privacy', 'ownRules'].map((name) => ({ name, file: `${name}.pdf` }))

/** Shows the gate; returns whether it was passed, and the calls. */
function openGate(answers: Parameters<typeof answerCalls>[0]) {
  const calls = answerCalls(answers)
  const config = new Config(HOSTS, new Map([['legalDocuments', JSON.stringify(DOCUMENTS)]]))
  const office = { ...openTestOffice(), config }
  const accepted = vi.spyOn(office.startUp, 'accepted').mockImplementation(() => {})
  const logOut = vi.spyOn(office.startUp, 'logOut').mockImplementation(async () => {})
  showPage(office, LegalGate)
  return { accepted, logOut, calls }
}
const accept = () => screen.getByRole('button', { name: /^Accept/ })
const reason = () =>
  plainText(document.getElementById(accept().getAttribute('aria-describedby') ?? ''))

test('LEG-001 LEG-004 LEG-007 the documents are accepted once each is selected and the partner agrees', async () => {
  const { accepted, calls } = openGate({ [`POST ${LEGALS}`]: success({ acceptedAt: 1 }) })
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
  expect(plainTexts(document, '.legal-list li')).toEqual([
    'Terms and conditionsRead',
    'Privacy policyRead',
    'ownRulesRead',
  ])
  expect(document.activeElement?.textContent).toBe('Before you continue')
  expect(reason()).toBe('3 documents left')
  fireEvent.click(accept())
  expect(calls).toEqual([])
  const all = screen.getByRole<HTMLInputElement>('switch', { name: 'Select all documents' })
  fireEvent.click(all)
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true])
  expect(reason()).toBe('Turn on “I agree” to continue.')
  fireEvent.click(boxes[1]!)
  expect([all.checked, boxes[1]!.checked, reason()]).toEqual([false, false, '1 document left'])
  fireEvent.click(boxes[1]!)
  fireEvent.click(all)
  expect(reason()).toBe('3 documents left')
  fireEvent.click(all)
  fireEvent.click(screen.getByRole('switch', { name: /^I agree/ }))
  expect(accept().getAttribute('aria-disabled')).toBeNull()
  fireEvent.click(accept())
  await vi.waitFor(() => expect(accepted).toHaveBeenCalledOnce())
})

test.each<[string, Parameters<typeof answerCalls>[0], boolean]>([
  [
    'accepted already',
    {
      [`POST ${LEGALS}`]: refusal('legals_already_accepted'),
      [`GET ${LEGALS}`]: success({ acceptedAt: 1 }),
    },
    true,
  ],
  ['not accepted', { [`POST ${LEGALS}`]: refusal('internal_server_error', 500) }, false],
])('LEG-008 LEG-009 LEG-010 documents that are %s', async (_, answers, isPassed) => {
  const { accepted } = openGate(answers)
  fireEvent.click(await screen.findByRole('switch', { name: 'Select all documents' }))
  fireEvent.click(screen.getByRole('switch', { name: /^I agree/ }))
  fireEvent.click(accept())
  if (isPassed) await vi.waitFor(() => expect(accepted).toHaveBeenCalledOnce())
  else expect(await screen.findByRole('alert')).toBeDefined()
  expect(accepted).toHaveBeenCalledTimes(isPassed ? 1 : 0)
})

test('LEG-011 a partner who does not agree can log out', async () => {
  const { logOut } = openGate({})
  fireEvent.click(await screen.findByRole('button', { name: 'Log out' }))
  expect(logOut).toHaveBeenCalledOnce()
})
