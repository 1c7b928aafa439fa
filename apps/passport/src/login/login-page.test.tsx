// @vitest-environment jsdom
// What the sign-in shows after each step: when a code can be typed, and what is left of a wrong one.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPage } from '../testing/open-page.tsx'

const EMAIL = 'ada@example.com'
const DESTINATION = {
  application: 'office',
  backUrl: 'http://office.test/en/catch',
  challenge: 'challenge',
}
const PATIENT = { timeout: 20_000 }
const HINT = /^The code is checked when you enter the sixth digit/

type Refused = { readonly errors: Record<string, string>; readonly retryAfter?: string }

/** The answer to the next code; by default the code is wrong. */
let refused: Refused
let bodies: Record<string, unknown>[]

const NOW = Date.UTC(2026, 10, 26, 12)

beforeEach(() => {
  refused = { errors: { code: 'incorrect_otp' } }
  bodies = []
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit = {}) => {
    const sent = JSON.parse(String(body)) as Record<string, unknown>
    bodies.push(sent)
    if (!('code' in sent)) {
      return Response.json({ state: 'success', data: { twoFaRequired: true }, errors: [] })
    }
    const { errors, retryAfter } = refused
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    return Response.json({ state: 'error', data: null, errors }, { headers })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

const password = () => screen.findByLabelText<HTMLInputElement>('Password', {}, PATIENT)
const code = () => screen.findByLabelText<HTMLInputElement>('6-digit code', {}, PATIENT)
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const codesSent = () => bodies.flatMap((body) => body['code'] ?? [])

/** Opens the sign-in, and answers its first question. */
async function openCodeStep(): Promise<HTMLInputElement> {
  openPage(`/en/login?${new URLSearchParams(DESTINATION)}`)
  type(await screen.findByLabelText('Email', {}, PATIENT), EMAIL)
  type(await password(), 'a-Secret-1')
  fireEvent.submit((await password()).form!)
  return code()
}

test('the page names the host that asks for the password', async () => {
  openPage(`/en/login?${new URLSearchParams(DESTINATION)}`)
  await password()
  expect(screen.getByText(location.host)).toBeDefined()
})

test('a code can be typed at once, is sent with the sixth digit, and a wrong one leaves the field empty', async () => {
  const field = await openCodeStep()
  expect([field.disabled, screen.queryByText(HINT) === null]).toEqual([false, false])
  type(field, '12345')
  expect(codesSent()).toEqual([])
  type(field, '123456')
  await screen.findByText(/^The code is wrong\./, {}, PATIENT)
  expect([field.value, field.disabled]).toEqual(['', false])
  expect(bodies).toEqual([
    { email: EMAIL, password: 'a-Secret-1', ...DESTINATION },
    { email: EMAIL, password: 'a-Secret-1', code: '123456', ...DESTINATION },
  ])
})

test('while the account is locked, the wait is said and no code can be typed', async () => {
  refused = { errors: { _common: 'user_account_locked' }, retryAfter: '90' }
  const field = await openCodeStep()
  type(field, '123456')
  await screen.findByText(/^Try again in 0?1:30$/, {}, PATIENT)
  expect(field.disabled).toBe(true)
  expect(screen.queryByText(HINT)).toBeNull()
})

test('a recovery code is sent as it was typed; back leads to the code, and then to the password', async () => {
  await openCodeStep()
  fireEvent.click(screen.getByRole('button', { name: /Use a recovery code/ }))
  const field = await screen.findByLabelText<HTMLInputElement>('Recovery code', {}, PATIENT)
  type(field, 'AAAA-1111')
  fireEvent.submit(field.form!)
  await waitFor(() => expect(codesSent()).toEqual(['AAAA-1111']), PATIENT)
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  await code()
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  await password()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(EMAIL)
})

test('an application that the service refuses begins again in the office', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ state: 'error', data: null, errors: { application: 'not_found' } }),
  )
  openPage(`/en/login?${new URLSearchParams(DESTINATION)}`)
  type(await screen.findByLabelText('Email', {}, PATIENT), EMAIL)
  type(await password(), 'a-Secret-1')
  fireEvent.submit((await password()).form!)
  const title = { name: 'Please start in Partner Office' }
  expect(await screen.findByRole('heading', title, PATIENT)).toBeDefined()
})
