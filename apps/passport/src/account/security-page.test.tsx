// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPage } from '../testing/open-page.tsx'

const PASSKEY = { id: 3, name: 'My phone', addedAt: 0, usedAt: null }

const CREATION = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Partner Office' },
  user: { id: 'AAAA', name: 'ada@example.com', displayName: 'ada@example.com' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [{ id: 'AAAA', type: 'public-key', transports: [] }],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
}

/** An account with a passkey; each set-up of an authenticator gets another secret. */
class Account {
  secrets = 0
  hasAuthenticator = false
  passkeys = [PASSKEY]

  answer(call: string): unknown {
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
          hasAuthenticator: this.hasAuthenticator,
          recoveryCodesLeft: 0,
          freshUntil: 0,
          exportRequestedAt: null,
          erasureRequestedAt: null,
        }
      case 'POST /v1/two-fa/google':
        this.secrets += 1
        return { secret: `SECRET${this.secrets}`, otpauthUrl: `otpauth://totp/${this.secrets}` }
      case 'POST /v1/two-fa/google/confirm':
        this.hasAuthenticator = true
        return {}
      case 'DELETE /v1/two-fa/google':
        this.hasAuthenticator = false
        return {}
      case 'GET /v1/passkeys':
        return this.passkeys
      case 'POST /v1/passkeys/options':
        return CREATION
      case 'PUT /v1/passkeys/3':
        this.passkeys = [{ ...PASSKEY, name: 'Red phone' }]
        return {}
      case 'DELETE /v1/passkeys/3':
        this.passkeys = []
        return {}
      default:
        return []
    }
  }
}

beforeEach(() => {
  const account = new Account()
  sessionStorage.setItem('passport-token', 'token')
  // jsdom has neither layout nor passkeys.
  Element.prototype.scrollIntoView = () => {}
  const create = async () => {
    throw new DOMException('known', 'InvalidStateError')
  }
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } })
  vi.stubGlobal('PublicKeyCredential', () => {})
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    const data = account.answer(`${method} ${new URL(url).pathname}`)
    return Response.json({ state: 'success', data, errors: [] })
  })
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  Reflect.deleteProperty(navigator, 'credentials')
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Roles take long to compute on a busy machine. */
const PATIENT = { timeout: 20_000 }

const card = async (name: string) => within(await screen.findByRole('region', { name }, PATIENT))

test('after a removal the next set-up of an authenticator begins anew', async () => {
  openPage('/en/profile/security')
  const { findByRole, findByLabelText, queryByText } = await card('Authenticator app')
  const press = async (name: string) =>
    fireEvent.click(await findByRole('button', { name }, PATIENT))
  await press('Set up')
  fireEvent.change(await findByLabelText('6-digit code'), { target: { value: '123456' } })
  await press('Turn on')
  await press('Remove')
  const code = await findByLabelText('Code of the app, or a recovery code')
  fireEvent.change(code, { target: { value: '123456' } })
  await press('Remove')
  await press('Set up')
  await findByRole('img', { name: 'QR code for your authenticator app' })
  expect([queryByText('ET1'), queryByText('ET2')]).toEqual([null, expect.anything()])
})

test('that a device is known is said until a passkey is removed', async () => {
  openPage('/en/profile/security')
  const { findByRole, findByText, queryByText } = await card('Passkeys')
  const press = async (name: string) =>
    fireEvent.click(await findByRole('button', { name }, PATIENT))
  await press('Add a passkey')
  await findByText('This device already has a passkey for your account.', {}, PATIENT)
  await press('Remove My phone')
  await press('Remove')
  await findByText('You have no passkey yet.', {}, PATIENT)
  expect(queryByText('This device already has a passkey for your account.')).toBeNull()
})

test('that a device is known is no longer said while the next attempt runs', async () => {
  openPage('/en/profile/security')
  const { findByRole, findByText, queryByText } = await card('Passkeys')
  const add = async () =>
    fireEvent.click(await findByRole('button', { name: 'Add a passkey' }, PATIENT))
  const known = 'This device already has a passkey for your account.'
  await add()
  await findByText(known, {}, PATIENT)
  const { promise } = Promise.withResolvers<never>()
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: () => promise },
  })
  await add()
  await waitFor(() => expect(queryByText(known)).toBeNull(), PATIENT)
})

test('a passkey has the name that was typed, and its buttons again; cancelling changes nothing', async () => {
  openPage('/en/profile/security')
  const { findByRole, findByLabelText, findByText, queryByLabelText } = await card('Passkeys')
  const press = async (name: string) =>
    fireEvent.click(await findByRole('button', { name }, PATIENT))
  const field = () => findByLabelText<HTMLInputElement>('Name of the passkey', {}, PATIENT)
  await press('Rename My phone')
  expect((await field()).value).toBe('My phone')
  await press('Cancel')
  await findByText('My phone', {}, PATIENT)
  await press('Rename My phone')
  fireEvent.change(await field(), { target: { value: 'Red phone' } })
  fireEvent.submit((await field()).form!)
  await findByRole('button', { name: 'Rename Red phone' }, PATIENT)
  expect(queryByLabelText('Name of the passkey')).toBeNull()
})

test('NAV-040 the secret of an authenticator can be copied, which is said', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  openPage('/en/profile/security')
  const { findByRole } = await card('Authenticator app')
  fireEvent.click(await findByRole('button', { name: 'Set up' }, PATIENT))
  fireEvent.click(await findByRole('button', { name: 'Copy key' }, PATIENT))
  expect(await screen.findByText('Copied', {}, PATIENT)).toBeDefined()
  expect(writeText).toHaveBeenCalledExactlyOnceWith('SECRET1')
  Reflect.deleteProperty(navigator, 'clipboard')
})
