// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPage } from '../testing/open-page.tsx'

const EMAIL = 'ada@example.com'
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/v1/user': {
    id: 7,
    email: EMAIL,
    phone: null,
    language: 'en',
    twoFaMethods: [],
    createdAt: 0,
    version: 'a',
  },
  '/v1/security': {
    passwordChangedAt: null,
    hasAuthenticator: false,
    recoveryCodesLeft: 0,
    freshUntil: 0,
    exportRequestedAt: null,
    erasureRequestedAt: null,
  },
  '/v1/sessions': [],
  '/v1/passkeys': [],
  '/v1/password': {},
}

let bodies: unknown[]

beforeEach(() => {
  bodies = []
  sessionStorage.setItem('passport-token', 'token')
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') bodies.push(JSON.parse(body))
    const data = ANSWERS[new URL(url).pathname]
    return Response.json({ state: 'success', data, errors: [] })
  })
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('password managers find the user name before the passwords; it is not sent', async () => {
  openPage('/en/profile/security')
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }))
  const old = await screen.findByLabelText<HTMLInputElement>('Old password')
  const fields = () => [...old.form!.querySelectorAll('input')]
  await waitFor(() =>
    expect(fields().map(({ autocomplete }) => autocomplete)).toEqual([
      'username',
      'current-password',
      'new-password',
      'new-password',
    ]),
  )
  expect(fields()[0]!.value).toBe(EMAIL)
  expect(document.activeElement).toBe(old)
  const typed = { oldPassword: 'old-Secret-1', newPassword: 'new-Secret-2', repeat: 'new-Secret-2' }
  for (const field of fields().slice(1)) {
    fireEvent.change(field, { target: { value: typed[field.name as keyof typeof typed] } })
  }
  fireEvent.submit(old.form!)
  await screen.findByText('Your password is changed. All other devices are logged out.')
  expect(bodies).toEqual([typed])
})
