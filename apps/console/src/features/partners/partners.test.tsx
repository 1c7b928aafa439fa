// @vitest-environment jsdom
// What the pages of partners show of the calls, and what acts send.
import type { ListedPartner } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'
import { PARTNER } from '../../testing/partner.ts'

const REASON = 'the partner has asked for it'

const LISTED: ListedPartner = {
  id: 7,
  firstName: 'Bea',
  lastName: 'Leg',
  country: 'DE',
  email: 'b•••@e•••.com',
  rang: 'RUBY',
  state: 'BLOCKED',
  isHidden: true,
  isVerified: false,
  registeredAt: NOW,
  flSize: 3,
  teamSize: 12,
  teamTurnover: '120.50',
  matched: ['EMAIL', 'NAME'],
}

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  service.data.set('GET /console/v1/partners', { content: [LISTED] })
  service.data.set('GET /console/v1/partners/7', PARTNER)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const callsOf = (name: string) => service.calls.filter(({ call }) => call === name)

/** Gives a reason in the open dialog and does the act. */
const giveReason = async (button: string) => {
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: REASON } })
  fireEvent.click(within(dialog).getByRole('button', { name: button }))
  return dialog
}

test('PTR-001 PTR-003 the list says by what a partner was found, and the address is the search and the filters', async () => {
  await openPage('/console/partners?search=bea&isBlocked=true&hide=registered', service)
  const row = await screen.findByRole('row', { name: /Bea Leg/ })
  expect([...row.children].map((cell) => cell.textContent)).toEqual([
    'Bea Leg',
    '7',
    'Email, Name',
    'b•••@e•••.com',
    'Germany',
    'Ruby',
    'BlockedHidden',
    '3',
    '12',
    '120.50 EUR',
  ])
  expect(callsOf('GET /console/v1/partners').at(-1)?.query).toEqual({
    search: 'bea',
    isBlocked: 'true',
  })
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/console/partners/7')
})

test('PTR-001 Enter in the search field searches', async () => {
  await openPage('/console/partners', service)
  const field = await screen.findByRole('searchbox')
  fireEvent.change(field, { target: { value: ' vogel ' } })
  fireEvent.submit(field.closest('form')!)
  await waitFor(() =>
    expect(callsOf('GET /console/v1/partners').at(-1)?.query).toEqual({ search: 'vogel' }),
  )
})

test('PTR-004 the way to the root counts the partners that it leaves out', async () => {
  await openPage('/console/partners/7', service)
  expect(await screen.findByText('58 partners between are not listed')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cy Near' }).getAttribute('href')).toBe(
    '/console/partners/6',
  )
})

test('PAS-001 the page of a partner leads to the tree of yesterday', async () => {
  await openPage('/console/partners/7', service)
  const link = await screen.findByRole('link', { name: 'Tree of a past day' })
  expect(link.getAttribute('href')).toBe('/console/tree?partner=7&day=2026-11-25')
})

test('PTR-010 contacts are asked for with a reason, and without one nothing is sent', async () => {
  service.data.set('POST /console/v1/partners/7/contacts', {
    contacts: { email: 'bea@example.com' },
    contactsUntil: NOW + 1,
  })
  await openPage('/console/partners/7', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Show the contacts' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Show the contacts' }))
  expect(callsOf('POST /console/v1/partners/7/contacts')).toEqual([])
  await giveReason('Show the contacts')
  await waitFor(() =>
    expect(callsOf('POST /console/v1/partners/7/contacts')[0]?.body).toEqual({ reason: REASON }),
  )
})

test('PTR-008 PTR-009 before a block the payouts that wait are listed; only acts that the state admits are offered', async () => {
  service.data.set('POST /console/v1/partners/7/guard', {})
  await openPage('/console/partners/7', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Actions' }))
  expect(screen.queryByRole('button', { name: 'Unblock' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Block', hidden: true }))
  const dialog = await giveReason('Block')
  expect(screen.getByRole('dialog', { name: 'Block Bea Leg' })).toBe(dialog)
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toContain('The partner can no longer use the office; 2 sessions are refused.')
  expect(within(dialog).getByText('1 payout waits and stays in the queue')).toBeTruthy()
  await waitFor(() =>
    expect(callsOf('POST /console/v1/partners/7/guard')[0]?.body).toEqual({
      act: 'BLOCK',
      reason: REASON,
    }),
  )
})

test('PTR-008 PTR-012 PTR-013 the actions stand in groups, and only those of the own roles', async () => {
  const groups = () =>
    screen.getAllByRole('group', { hidden: true }).flatMap((group) => {
      const items = [...group.querySelectorAll('li')].map(({ textContent }) => textContent)
      return items.length > 0 ? [[group.querySelector('.menu-heading')!.textContent, ...items]] : []
    })
  service.me!.operator.roles = ['support']
  await openPage('/console/partners/7', service)
  const button = await screen.findByRole('button', { name: 'Actions' })
  expect(groups()).toEqual([
    ['Look', 'Export personal data'],
    ['Protect', 'Block', 'Hide'],
    ['Correct', 'Start an adjustment', 'Erase personal data'],
  ])
  button.focus()
  const focused = [
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
    'ArrowDown',
  ].map((key) => {
    fireEvent.keyDown(document.activeElement!, { key })
    return document.activeElement?.textContent
  })
  expect(focused).toEqual([
    'Export personal data',
    'Block',
    'Hide',
    'Start an adjustment',
    'Erase personal data',
    'Export personal data',
  ])
  const link = screen.getByRole('link', { name: 'Start an adjustment', hidden: true })
  expect(link.getAttribute('href')).toBe('/console/adjustments?partner=7&add=adjustment')
})

test('PTR-012 of an erased partner only the file is left', async () => {
  service.me!.operator.roles = ['support', 'admin', 'finance']
  service.data.set('GET /console/v1/partners/7', { ...PARTNER, erasedAt: NOW })
  await openPage('/console/partners/7', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Actions' }))
  const names = screen
    .getByRole('group', { name: 'Look', hidden: true })
    .closest('[popover]')!.textContent
  expect(names).toBe('LookExport personal data')
})

test('PTR-009 a blocked partner: since when, by whom and why', async () => {
  const blocked = { since: NOW, reason: 'several accounts', by: 'mira@example.com' }
  service.data.set('GET /console/v1/partners/7', { ...PARTNER, blocked })
  await openPage('/console/partners/7', service)
  const note = (await screen.findByText('Blocked since')).closest('div')!
  expect(note.textContent).toContain('by mira@example.com')
  expect(note.textContent).toContain('several accounts')
})

test('PTR-006 the check of the chain names the first wrong transfer', async () => {
  service.data.set('GET /console/v1/partners/7/ledger', { currency: 'UPT', content: [] })
  service.data.set('GET /console/v1/partners/7/chain', { checked: 3, wrong: 12 })
  await openPage('/console/partners/7?tab=ledger', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Check the chain' }))
  expect(await screen.findByText(/The hash of transfer 12 does not follow/)).toBeTruthy()
})

test('PQU-012 a stop of payouts is shown with its reason, and can be lifted', async () => {
  const stop = { since: NOW, until: null, reason: REASON, by: { id: 3, email: 'one@example.com' } }
  service.data.set('GET /console/v1/partners/7/payouts', { content: [] })
  service.data.set('GET /console/v1/partners/7/payout-stop', { stop })
  await openPage('/console/partners/7?tab=payouts', service)
  expect(await screen.findByText(REASON)).toBeDefined()
  expect(screen.getByText('one@example.com')).toBeDefined()
  service.data.set('DELETE /console/v1/partners/7/payout-stop', { stop: null })
  service.data.set('GET /console/v1/partners/7/payout-stop', { stop: null })
  const reads = callsOf('GET /console/v1/partners/7').length
  fireEvent.click(screen.getByRole('button', { name: 'Lift the stop' }))
  expect(await screen.findByText('The payouts of this partner are not stopped.')).toBeDefined()
  expect(callsOf('GET /console/v1/partners/7').length).toBeGreaterThan(reads)
})
