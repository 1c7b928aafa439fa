// @vitest-environment jsdom
// What the security page shows after an act: what it loads again, and what its forms keep.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPage } from '../testing/open-page.tsx'

const NOW = Date.UTC(2026, 10, 26, 12)
const USED = { openedAt: 0, lastUsedAt: NOW - 7_200_000, place: '10.0.0.1' }
const PATIENT = { timeout: 20_000 }

type Refusal = { readonly code: string; readonly fieldName: string | null }

let sessions: object[]
let recoveryCodesLeft: number
let refusals: Record<string, Refusal>
let calls: string[]

function answer(call: string): unknown {
  switch (call) {
    case 'GET /v1/user':
      return {
        id: 7,
        email: 'ada@example.com',
        phone: null,
        language: 'en',
        twoFaMethods: [],
        createdAt: 0,
        version: 'a',
      }
    case 'GET /v1/security':
      return {
        passwordChangedAt: null,
        hasAuthenticator: true,
        recoveryCodesLeft,
        freshUntil: 0,
        exportRequestedAt: null,
        erasureRequestedAt: null,
      }
    case 'GET /v1/sessions':
      return sessions
    case 'DELETE /v1/sessions/2':
    case 'PUT /v1/password':
      sessions = sessions.slice(0, 1)
      return {}
    case 'POST /v1/two-fa/recovery-codes':
      recoveryCodesLeft = 2
      return { codes: ['AAAA-1111', 'BBBB-2222'] }
    default:
      return []
  }
}

beforeEach(() => {
  sessions = [
    { ...USED, id: 1, device: 'Firefox', isCurrent: true },
    { ...USED, id: 2, device: 'Safari', isCurrent: false },
  ]
  recoveryCodesLeft = 1
  refusals = {}
  calls = []
  sessionStorage.setItem('passport-token', 'token')
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    const call = `${method} ${new URL(url).pathname}`
    calls.push(call)
    const refusal = refusals[call]
    if (refusal !== undefined) {
      return Response.json({ state: 'error', data: null, errors: [{ ...refusal, errors: null }] })
    }
    return Response.json({ state: 'success', data: answer(call), errors: [] })
  })
  openPage('/en/profile/security')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const safari = () => screen.queryByText('Safari')
const named = (name: string) => ({ name })

test('a session that was ended is gone from the list; the own one cannot be ended there', async () => {
  const row = (await screen.findByText('Safari', {}, PATIENT)).closest('li')!
  expect(row.textContent).toContain('last used 2 hours ago')
  const own = screen.getByText('Firefox').closest('li')!
  expect(within(own).queryByRole('button')).toBeNull()
  fireEvent.click(within(row).getByRole('button'))
  await waitFor(() => expect(safari()).toBeNull(), PATIENT)
  expect(screen.getByText('Firefox')).toBeDefined()
})

test('a session that could not be ended stays, and the reason is said', async () => {
  refusals['DELETE /v1/sessions/2'] = { code: 'not_found', fieldName: null }
  const row = (await screen.findByText('Safari', {}, PATIENT)).closest('li')!
  fireEvent.click(within(row).getByRole('button'))
  expect(await screen.findByText('This was not found.', {}, PATIENT)).toBeDefined()
  expect(safari()).not.toBeNull()
  expect(calls.filter((call) => call === 'GET /v1/sessions')).toHaveLength(2)
})

test('a new password: the sessions that it ended are gone, and no password is left on the page', async () => {
  await screen.findByText('Safari', {}, PATIENT)
  fireEvent.click(screen.getByRole('button', named('Change')))
  for (const label of ['Old password', 'New password', 'Repeat the new password']) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'a-Secret-1' } })
  }
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Old password').form!)
  await screen.findByText(/^Your password is changed/, {}, PATIENT)
  await waitFor(() => expect(safari()).toBeNull(), PATIENT)
  expect(document.querySelectorAll('input[type="password"]')).toHaveLength(0)
})

test('new recovery codes: the count is that of now, and the own password is not kept', async () => {
  const call = 'POST /v1/two-fa/recovery-codes'
  refusals[call] = { code: 'required', fieldName: 'password' }
  expect(await screen.findByText('1 code left', {}, PATIENT)).toBeDefined()
  const card = within(screen.getByRole('region', named('Recovery codes')))
  const make = card.getByRole('button')
  fireEvent.click(make)
  const password = await card.findByLabelText<HTMLInputElement>('Your password', {}, PATIENT)
  const described = password.getAttribute('aria-describedby')!.split(' ')
  expect(described.map((id) => document.querySelector(`[id="${id}"]`)?.textContent)).toContain(
    'Please fill this in.',
  )
  fireEvent.change(password, { target: { value: 'a-Secret-1' } })
  refusals = {}
  fireEvent.click(make)
  expect(await card.findByText('BBBB-2222', {}, PATIENT)).toBeDefined()
  expect(await card.findByText('2 codes left', {}, PATIENT)).toBeDefined()
  expect(card.queryByLabelText('Your password')).toBeNull()
})
