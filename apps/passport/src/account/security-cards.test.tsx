// @vitest-environment jsdom
// What each card of the security page shows, sends and loads again.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { alerts, descriptions, findButton, findCard, givePasskeys } from '../testing/find.ts'
import { openPage } from '../testing/open-page.tsx'
import {
  ACCOUNT,
  endService,
  Refused,
  type Service,
  signedIn,
  startService,
} from '../testing/service.ts'

const NOW = Date.UTC(2026, 10, 26, 12)
const DAY_MS = 86_400_000
const SECURITY = {
  passwordChangedAt: null,
  hasAuthenticator: false,
  recoveryCodesLeft: 0,
  freshUntil: 0,
  exportRequestedAt: null,
  erasureRequestedAt: null,
}
const USED = { openedAt: 0, lastUsedAt: NOW - 7_200_000, device: 'Safari', place: '10.0.0.1' }
const NEEDS_PASSWORD = new Refused({ password: 'required' })
const NEEDED = 'Needed because your last login was more than five minutes ago.'
const EMPTY = 'Please fill this in.'

let service: Service

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  signedIn()
  service = startService({
    'GET /v1/user': ACCOUNT,
    'GET /v1/security': SECURITY,
    'GET /v1/sessions': [],
    'GET /v1/sessions/support': [],
    'GET /v1/passkeys': [],
  })
})
afterEach(endService)

/** Opens the page with other facts about the account's security. */
function open(facts: Partial<Record<keyof typeof SECURITY, unknown>> = {}): void {
  service.answers['GET /v1/security'] = { ...SECURITY, ...facts }
  openPage('/en/profile/security')
}
const press = async (name: string, place: ReturnType<typeof within>) =>
  fireEvent.click(await findButton(name, place))
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const input = async (label: string, place: ReturnType<typeof within>) =>
  (await place.findByLabelText(label)) as HTMLInputElement
const buttonNames = (place: Element) =>
  [...place.querySelectorAll('button')].map(
    (button) => button.querySelector('.button-face:not([aria-hidden])')?.textContent,
  )

test('security that cannot be loaded says so with its reason, and can be loaded again', async () => {
  service.answers['GET /v1/security'] = new Refused({ _common: 'access_denied' })
  openPage('/en/profile/security')
  await screen.findByText('The security settings could not be loaded')
  expect(screen.getByText('You have no access to this.')).toBeDefined()
  expect(screen.queryByText('Password', { selector: 'h2' })).toBeNull()
  expect(document.title).toContain('Security')
  service.answers['GET /v1/security'] = SECURITY
  fireEvent.click(await findButton('Retry'))
  await findCard('Password')
  expect(screen.queryByText('Recovery codes')).toBeNull()
})

test('the password card says when the password was changed, and has its form only while it is open', async () => {
  open({ passwordChangedAt: Date.UTC(2024, 5, 3, 23) })
  const card = await findCard('Password')
  card.getByText('Changed 03.06.2024')
  expect(card.queryByLabelText('Old password')).toBeNull()
  expect(card.queryByText(/^Your password is changed/)).toBeNull()
  await press('Change', card)
  const old = await input('Old password', card)
  expect(document.activeElement).toBe(old)
  expect(card.queryByText('Change')).toBeNull()
  expect(card.queryByText(/^Your password is changed/)).toBeNull()
})

test('a new password: the errors of its fields are at them, and the card is as before once it is saved', async () => {
  open()
  const card = await findCard('Password')
  card.getByText('Not changed since you signed up')
  await press('Change', card)
  const [old, next, repeat] = [
    await input('Old password', card),
    await input('New password', card),
    await input('Repeat the new password', card),
  ]
  expect([old, next, repeat].map(({ autocomplete }) => autocomplete)).toEqual([
    'current-password',
    'new-password',
    'new-password',
  ])
  fireEvent.submit(old.form!)
  await waitFor(() => expect(alerts()).toEqual([EMPTY, EMPTY, EMPTY]))
  for (const field of [old, next, repeat]) type(field, 'a-Secret-1')
  service.answers['PUT /v1/password'] = new Refused({ oldPassword: 'wrong_old_password' })
  fireEvent.submit(old.form!)
  await waitFor(() => expect(descriptions(old)).toEqual(['The old password is wrong.']))
  expect(alerts()).toHaveLength(1)
  service.answers['PUT /v1/password'] = () => {
    service.answers['GET /v1/security'] = { ...SECURITY, passwordChangedAt: NOW }
    return {}
  }
  fireEvent.submit(old.form!)
  await card.findByText(/^Your password is changed/)
  card.getByText('Changed 26.11.2026')
  await findButton('Change', card)
  expect(card.queryByLabelText('Old password')).toBeNull()
  expect(service.count('GET /v1/sessions')).toBe(2)
})

test('an authenticator: the password is asked for only if the service asks, at its field', async () => {
  open()
  const card = await findCard('Authenticator app')
  card.getByText('Not set up')
  expect(card.queryByText('Remove')).toBeNull()
  expect(card.queryByLabelText('Your password')).toBeNull()
  service.answers['POST /v1/two-fa/google'] = new Refused({ _common: 'internal_server_error' })
  await press('Set up', card)
  await card.findByText('The server could not answer. Try again in a moment.')
  expect(card.queryByLabelText('Your password')).toBeNull()
  service.answers['POST /v1/two-fa/google'] = NEEDS_PASSWORD
  await press('Set up', card)
  const password = await input('Your password', card)
  expect(document.activeElement).toBe(password)
  expect(descriptions(password)).toEqual([NEEDED, EMPTY])
  expect(alerts()).toEqual([EMPTY])
  const names = () => [...password.form!.querySelectorAll('input')].map((each) => each.autocomplete)
  await waitFor(() => expect(names()).toEqual(['username', 'current-password']))
  service.answers['POST /v1/two-fa/google'] = { secret: 'ABCDEFG', otpauthUrl: 'otpauth://totp/1' }
  type(password, 'a-Secret-1')
  fireEvent.submit(password.form!)
  await card.findByText('Scan this code with your app')
  expect(service.bodies.at(-1)).toEqual({ password: 'a-Secret-1' })
})

test('the steps of an authenticator take the focus; a wrong code is emptied, and cancelling begins anew', async () => {
  service.answers['POST /v1/two-fa/google'] = { secret: 'ABCDEFG', otpauthUrl: 'otpauth://totp/1' }
  open()
  const card = await findCard('Authenticator app')
  await press('Set up', card)
  const steps = (await card.findByText('Scan this code with your app')).closest('ol')!
  expect(document.activeElement).toBe(steps)
  expect(steps.tabIndex).toBe(-1)
  expect(steps.querySelector('.secret')?.textContent).toBe('ABCDEFG')
  const code = await input('6-digit code', card)
  type(code, '123')
  expect(code.value).toBe('123')
  service.answers['POST /v1/two-fa/google/confirm'] = new Refused({ code: 'incorrect_otp' })
  type(code, '123456')
  expect(service.calls).not.toContain('POST /v1/two-fa/google/confirm')
  await press('Turn on', card)
  await card.findByText(/^The code is wrong\./)
  expect([code.value, alerts().length, descriptions(code).length]).toEqual(['', 1, 1])
  expect(service.bodies.at(-1)).toEqual({ code: '123456' })
  await press('Cancel', card)
  await findButton('Set up', card)
  expect(card.queryByText('Scan this code with your app')).toBeNull()
})

test('an authenticator that is on: the card says so, and recovery codes appear', async () => {
  service.answers['POST /v1/two-fa/google'] = { secret: 'ABCDEFG', otpauthUrl: 'otpauth://totp/1' }
  service.answers['POST /v1/two-fa/google/confirm'] = () => {
    service.answers['GET /v1/security'] = { ...SECURITY, hasAuthenticator: true }
    return {}
  }
  open()
  const card = await findCard('Authenticator app')
  await press('Set up', card)
  const code = await input('6-digit code', card)
  fireEvent.submit(code.form!)
  await waitFor(() => expect(descriptions(code)).toEqual([EMPTY]))
  type(code, '123456')
  fireEvent.submit(code.form!)
  await card.findByText('On')
  await findButton('Remove', card)
  const codes = await findCard('Recovery codes')
  codes.getByText('0 codes left')
  expect(codes.queryByText(/^Write these codes down/)).toBeNull()
  expect(codes.queryByRole('list')).toBeNull()
  service.answers['POST /v1/two-fa/recovery-codes'] = NEEDS_PASSWORD
  await press('Make new codes', codes)
  expect(descriptions(await input('Your password', codes))).toEqual([NEEDED, EMPTY])
  expect(alerts()).toHaveLength(1)
})

test('removing an authenticator asks for a code in a field with the focus, and loads the sessions again', async () => {
  open({ hasAuthenticator: true })
  const card = await findCard('Authenticator app')
  const label = 'Code of the app, or a recovery code'
  expect(card.queryByLabelText(label)).toBeNull()
  await press('Remove', card)
  const field = await input(label, card)
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('spellcheck')).toBe('false')
  fireEvent.submit(field.form!)
  await waitFor(() => expect(descriptions(field)).toHaveLength(2))
  expect(descriptions(field)[1]).toBe(EMPTY)
  await press('Cancel', card)
  await waitFor(() => expect(card.queryByLabelText(label)).toBeNull())
  await press('Remove', card)
  const again = await input(label, card)
  service.answers['DELETE /v1/two-fa/google'] = new Refused({ code: 'incorrect_otp' })
  type(again, '123456')
  fireEvent.submit(again.form!)
  await card.findByText(/^The code is wrong\./)
  expect(alerts()).toHaveLength(1)
  service.answers['DELETE /v1/two-fa/google'] = () => {
    service.answers['GET /v1/security'] = SECURITY
    return {}
  }
  fireEvent.submit(again.form!)
  await card.findByText('Not set up')
  expect(service.bodies.at(-1)).toEqual({ code: '123456' })
  await waitFor(() => expect(service.count('GET /v1/sessions')).toBe(2))
})

const passkey = (id: number, facts: object = {}) => ({
  id,
  name: `Phone ${id}`,
  addedAt: NOW - 30 * DAY_MS,
  usedAt: null,
  ...facts,
})
const passkeyRow = async (name: string) => within((await screen.findByText(name)).closest('li')!)

function allowPasskeys(create: () => Promise<unknown>): void {
  givePasskeys({ create })
  vi.stubGlobal('PublicKeyCredential', () => {})
  vi.stubGlobal('isSecureContext', true)
}

test('each passkey shows when it was added and used, by the name of its account', async () => {
  service.answers['GET /v1/passkeys'] = [
    passkey(1),
    passkey(2, { usedAt: NOW - 7_200_000, name: 'Key' }),
  ]
  open()
  const first = (await screen.findByText('Phone 1')).closest('li')!
  expect(first.textContent).toContain('Added 27.10.2026, not used yet')
  const second = screen.getByText('Key').closest('li')!
  expect(second.textContent).toContain('Added 27.10.2026, last used 2 hours ago')
  expect(buttonNames(second)).toEqual(['Rename', 'Remove'])
  const card = await findCard('Passkeys')
  expect(card.queryByText('You have no passkey yet.')).toBeNull()
  card.getByText('This browser cannot use passkeys on this page.')
})

test.each([
  [19, true],
  [20, false],
])('with %s passkeys, another one can be added: %s', async (count, canAdd) => {
  allowPasskeys(() => new Promise(() => {}))
  service.answers['GET /v1/passkeys'] = Array.from({ length: count }, (_, at) => passkey(at + 1))
  open()
  await screen.findByText('Phone 1')
  const card = await findCard('Passkeys')
  expect(card.queryByText('Add a passkey') !== null).toBe(canAdd)
  expect(card.queryByText(/^Your account has as many passkeys/) === null).toBe(canAdd)
})

test('a passkey is renamed in a field with the focus, whose error is at it', async () => {
  service.answers['GET /v1/passkeys'] = [passkey(1), passkey(2)]
  open()
  const row = await passkeyRow('Phone 2')
  await press('Rename', row)
  const field = await input('Name of the passkey', row)
  expect([document.activeElement === field, field.value]).toEqual([true, 'Phone 2'])
  expect(row.queryByText('Remove')).toBeNull()
  service.answers['PUT /v1/passkeys/2'] = new Refused({ name: 'max_length' })
  fireEvent.submit(field.form!)
  await waitFor(() => expect(descriptions(field)).toEqual(['Use fewer characters.']))
  expect(alerts()).toHaveLength(1)
  type(field, '')
  fireEvent.submit(field.form!)
  await waitFor(() => expect(descriptions(field)).toEqual([EMPTY]))
  await press('Cancel', row)
  await findButton('Rename', row)
  expect(row.queryByLabelText('Name of the passkey')).toBeNull()
  await press('Rename', row)
  service.answers['PUT /v1/passkeys/2'] = () => {
    service.answers['GET /v1/passkeys'] = [passkey(1), passkey(2, { name: 'Red' })]
    return {}
  }
  type(await input('Name of the passkey', row), 'Red')
  fireEvent.submit((await input('Name of the passkey', row)).form!)
  await screen.findByText('Red')
  await waitFor(() => expect(row.queryByLabelText('Name of the passkey')).toBeNull())
  expect(service.bodies.at(-1)).toEqual({ name: 'Red' })
  expect(service.count('GET /v1/sessions')).toBe(1)
})

test('removing a passkey begins at the button that cancels, asks for the password if it must, and loads the sessions again', async () => {
  service.answers['GET /v1/passkeys'] = [passkey(1), passkey(2)]
  open()
  const row = await passkeyRow('Phone 2')
  await press('Remove', row)
  row.getByText(/^You can no longer log in with it/)
  expect(document.activeElement).toBe(await findButton('Cancel', row))
  await press('Cancel', row)
  await press('Remove', row)
  expect(row.queryByLabelText('Your password')).toBeNull()
  service.answers['DELETE /v1/passkeys/2'] = NEEDS_PASSWORD
  await press('Remove', row)
  const password = await input('Your password', row)
  expect(descriptions(password)).toEqual([NEEDED, EMPTY])
  expect(alerts()).toHaveLength(1)
  service.answers['DELETE /v1/passkeys/2'] = () => {
    service.answers['GET /v1/passkeys'] = [passkey(1)]
    return {}
  }
  type(password, 'a-Secret-1')
  fireEvent.submit(password.form!)
  await waitFor(() => expect(screen.queryByText('Phone 2')).toBeNull())
  screen.getByText('Phone 1')
  expect(service.bodies.at(-1)).toEqual({ password: 'a-Secret-1' })
  await waitFor(() => expect(service.count('GET /v1/sessions')).toBe(2))
})

const CREATION = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Partner Office' },
  user: { id: 'AAAA', name: ACCOUNT.email, displayName: ACCOUNT.email },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
}
const CREATED = {
  id: 'AAAA',
  rawId: new Uint8Array([0, 0, 0]).buffer,
  type: 'public-key',
  response: {
    clientDataJSON: new Uint8Array([1]).buffer,
    attestationObject: new Uint8Array([2]).buffer,
    getTransports: () => ['internal'],
  },
  getClientExtensionResults: () => ({}),
}

test('a passkey that the device made is stored and in the list; the password is no longer asked for', async () => {
  allowPasskeys(async () => CREATED)
  service.answers['POST /v1/passkeys/options'] = NEEDS_PASSWORD
  service.answers['POST /v1/passkeys'] = () => {
    service.answers['GET /v1/passkeys'] = [passkey(1)]
    return {}
  }
  open()
  const card = await findCard('Passkeys')
  await card.findByText('You have no passkey yet.')
  expect(card.queryByRole('alert')).toBeNull()
  await press('Add a passkey', card)
  const password = await input('Your password', card)
  expect(descriptions(password)).toEqual([NEEDED, EMPTY])
  expect(alerts()).toHaveLength(1)
  service.answers['POST /v1/passkeys/options'] = CREATION
  type(password, 'a-Secret-1')
  fireEvent.submit(password.form!)
  await card.findByText('Phone 1')
  expect(card.queryByLabelText('Your password')).toBeNull()
  expect(card.queryByText('You have no passkey yet.')).toBeNull()
  expect(service.bodies.slice(-2)).toMatchObject([
    { password: 'a-Secret-1' },
    { id: 'AAAA', rawId: 'AAAA', response: { transports: ['internal'] } },
  ])
})

test('a dialog of the browser that is closed adds nothing, and says so', async () => {
  allowPasskeys(() => Promise.reject(new DOMException('closed', 'NotAllowedError')))
  service.answers['POST /v1/passkeys/options'] = CREATION
  open()
  const card = await findCard('Passkeys')
  await press('Add a passkey', card)
  await card.findByText('No passkey was added. Try again.')
  expect(alerts()).toHaveLength(1)
  expect(service.calls).not.toContain('POST /v1/passkeys')
})

test('sessions: where and when each was used, and the own one has no button', async () => {
  // Whether somebody looked is not known here, so nothing is said about it.
  delete service.answers['GET /v1/sessions/support']
  service.answers['GET /v1/sessions'] = [
    { ...USED, id: 1, device: 'Firefox', isCurrent: true },
    { ...USED, id: 2, device: '', place: '', isCurrent: false },
  ]
  open()
  const own = (await screen.findByText('Firefox')).closest('li')!
  expect(own.textContent).toContain('Network \u206610.0.0.1\u2069, last used 2 hours ago')
  expect(own.textContent).toContain('This tab')
  const other = screen.getByText('Unknown device').closest('li')!
  expect(other.textContent).toContain('Network \u2066–\u2069, last used')
  expect(other.textContent).not.toContain('This tab')
  const card = await findCard('Sessions')
  await waitFor(() => expect(service.calls).toContain('GET /v1/sessions/support'))
  expect(card.queryByText('Support looked at your account')).toBeNull()
  expect([card.getAllByRole('list').length, alerts()]).toEqual([1, []])
})

test('while a session is being ended, its button alone is busy', async () => {
  service.answers['GET /v1/sessions'] = [2, 3].map((id) => ({ ...USED, id, isCurrent: false }))
  const { promise, resolve } = Promise.withResolvers<object>()
  service.answers['DELETE /v1/sessions/3'] = promise
  open()
  await screen.findAllByText('Safari')
  const buttons = screen.getAllByText('End session').map((text) => text.closest('button')!)
  const busy = () => buttons.map((button) => button.getAttribute('aria-busy'))
  expect(busy()).toEqual([null, null])
  fireEvent.click(buttons[1]!)
  await waitFor(() => expect(busy()).toEqual([null, 'true']))
  service.answers['GET /v1/sessions'] = [{ ...USED, id: 2, isCurrent: false }]
  resolve({})
  await waitFor(() => expect(screen.getAllByText('Safari')).toHaveLength(1))
  expect([busy()[0], service.count('DELETE /v1/sessions/3')]).toEqual([null, 1])
})

test('a session that could not be ended has its button again', async () => {
  service.answers['GET /v1/sessions'] = [{ ...USED, id: 2, isCurrent: false }]
  service.answers['DELETE /v1/sessions/2'] = new Refused({ _common: 'access_denied' })
  open()
  const card = await findCard('Sessions')
  await press('End session', card)
  await card.findByText('You have no access to this.')
  expect((await findButton('End session', card)).getAttribute('aria-busy')).toBeNull()
})

test('PTR-017 each view of an operator is in the list, with its time', async () => {
  service.answers['GET /v1/sessions/support'] = [{ at: NOW - 3_600_000 }, { at: NOW - 9 * DAY_MS }]
  open()
  const rows = await screen.findAllByText('Support looked at your account')
  expect(rows.map((row) => row.closest('li')!.textContent)).toEqual([
    expect.stringContaining('1 hour ago'),
    expect.stringContaining('17.11.2026 12:00 UTC'),
  ])
})

test.each([
  ['GET /v1/sessions', 'Your sessions could not be loaded'],
  ['GET /v1/passkeys', 'Your passkeys could not be loaded'],
])('what %s did not bring is said in its card', async (call, title) => {
  delete service.answers[call]
  open()
  await screen.findByText(title)
  expect(await findCard('Password')).toBeDefined()
})

test('a copy of the personal data is asked for once; then its day stands there', async () => {
  service.answers['POST /v1/data-requests'] = new Refused({ _common: 'access_denied' })
  open()
  const card = await findCard('Personal data')
  expect([card.queryByRole('alert'), card.queryByRole('status')]).toEqual([null, null])
  await press('Ask for a copy of my data', card)
  await card.findByText('You have no access to this.')
  await waitFor(() => expect(service.count('GET /v1/security')).toBe(2))
  service.answers['POST /v1/data-requests'] = () => {
    service.answers['GET /v1/security'] = { ...SECURITY, exportRequestedAt: NOW }
    return {}
  }
  await press('Ask for a copy of my data', card)
  const said = await screen.findByText(/^You asked for a copy on 26\.11\.2026\./)
  expect(service.bodies.at(-1)).toEqual({ kind: 'EXPORT' })
  expect(buttonNames(said.closest('section')!)).toEqual(['Ask for erasure'])
})

test('an erasure is asked for in two steps, the second begins at the button that cancels', async () => {
  open()
  const card = await findCard('Personal data')
  const hint = /^Your name, contact details/
  expect(card.queryByText(hint)).toBeNull()
  await press('Ask for erasure', card)
  card.getByText(hint)
  const cancel = await findButton('Cancel', card)
  expect(document.activeElement).toBe(cancel)
  fireEvent.click(cancel)
  expect(card.queryByText(hint)).toBeNull()
  expect(service.calls).not.toContain('POST /v1/data-requests')
  await press('Ask for erasure', card)
  service.answers['POST /v1/data-requests'] = () => {
    service.answers['GET /v1/security'] = { ...SECURITY, erasureRequestedAt: NOW }
    return {}
  }
  await press('Ask for erasure now', card)
  const said = await screen.findByText(/^You asked for erasure on 26\.11\.2026\./)
  expect(service.bodies.at(-1)).toEqual({ kind: 'ERASURE' })
  expect(buttonNames(said.closest('section')!)).toEqual(['Ask for a copy of my data'])
})

test('a form that the service throttles says how long, and why, until then', async () => {
  service.answers['POST /v1/two-fa/google'] = new Refused({ _common: 'too_many_requests' }, 30)
  open()
  const card = await findCard('Authenticator app')
  const button = await findButton('Set up', card)
  const held = () => [button.textContent, button.getAttribute('aria-disabled')]
  expect([...held(), ...descriptions(button)]).toEqual(['Set up', null])
  fireEvent.click(button)
  await waitFor(() => expect(held()).toEqual(['Try again in 0:30', 'true']))
  expect(descriptions(button)).toEqual([
    'Too many requests in a short time. Wait a moment, then try again.',
  ])
  expect(sessionStorage.getItem('passport-token')).toBe('token')
})

test('a button is busy while its form is sent', async () => {
  service.answers['POST /v1/two-fa/google'] = new Promise(() => {})
  open()
  const button = await findButton('Set up', await findCard('Authenticator app'))
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
})
