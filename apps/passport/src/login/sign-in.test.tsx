// @vitest-environment jsdom
// The steps of a sign-in: what each sends, what its errors say, and where it leads.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { alerts, descriptions, findButton, givePasskeys } from '../testing/find.ts'
import { openPage } from '../testing/open-page.tsx'
import {
  endService,
  Refused,
  type Service,
  startService,
  stubLocation,
} from '../testing/service.ts'

const EMAIL = 'ada@example.com'
const REQUEST = {
  application: 'office',
  backUrl: 'http://office.test/en/catch',
  challenge: 'challenge',
}
const NOW = Date.UTC(2026, 10, 26, 12)
const LOGIN = 'POST /v1/login'
const OPTIONS = 'POST /v1/login/passkey/options'
const BY_PASSKEY = 'POST /v1/login/passkey'
const KNOWN = { email: EMAIL, password: 'a-Secret-1' }
const HINT = /^The code is checked when you enter the sixth digit/

let service: Service
let goTo: ReturnType<typeof vi.fn<(address: string) => void>>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = startService({ [LOGIN]: { twoFaRequired: true } })
  goTo = vi.fn<(address: string) => void>()
  stubLocation({ assign: goTo })
})
afterEach(endService)

const open = (request: object = REQUEST) =>
  openPage(`/en/login?${new URLSearchParams({ ...request })}`)
const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const press = async (name: string) => fireEvent.click(await findButton(name))

async function logIn(): Promise<void> {
  type(await input('Email'), EMAIL)
  type(await input('Password'), KNOWN.password)
  fireEvent.submit((await input('Password')).form!)
}
async function openCodeStep(): Promise<HTMLInputElement> {
  open()
  await logIn()
  return input('6-digit code')
}

// The password

test('the form begins in the e-mail field; both fields can be filled in by a password manager', async () => {
  open()
  const email = await input('Email')
  const password = await input('Password')
  expect([email.autocomplete, password.autocomplete]).toEqual(['username', 'current-password'])
  expect([email.value, email.getAttribute('spellcheck')]).toEqual(['', 'false'])
  expect(document.activeElement).toBe(email)
  expect(screen.getByText('After logging in you return to Partner Office.')).toBeDefined()
  expect(screen.queryByText('Log in with a passkey')).toBeNull()
  const forgot = screen.getByText('Forgot password?').getAttribute('href')!
  expect(Object.fromEntries(new URL(forgot, 'http://x').searchParams)).toEqual(REQUEST)
})

test('a complete sign-in follows the redirect, and its button stays busy', async () => {
  service.answers[LOGIN] = { redirect: 'http://office.test/en/catch?token=1' }
  open()
  await logIn()
  await waitFor(() =>
    expect(goTo).toHaveBeenCalledExactlyOnceWith('http://office.test/en/catch?token=1'),
  )
  expect(service.bodies).toEqual([{ ...KNOWN, ...REQUEST }])
  const busy = (await screen.findByText('Logging in …')).closest('button')!
  await waitFor(() => expect(busy.getAttribute('aria-busy')).toBe('true'))
  expect(screen.queryByLabelText('6-digit code')).toBeNull()
})

test('what is missing or wrong is said at its field', async () => {
  open()
  const [email, password] = [await input('Email'), await input('Password')]
  fireEvent.submit(email.form!)
  await waitFor(() => expect(alerts()).toHaveLength(2))
  type(email, 'ada')
  type(password, 'a')
  service.answers[LOGIN] = new Refused({ email: 'wrong_email' })
  fireEvent.submit(email.form!)
  await waitFor(() => expect(descriptions(email)).toEqual(['This is not an email address.']))
  expect([alerts().length, email.value, password.value]).toEqual([1, 'ada', 'a'])
  expect(screen.queryByText('Please start in Partner Office')).toBeNull()
})

test.each([
  ['a locked account until an instant', 'user_account_locked', 90, ['from', 'reset']],
  ['a locked account', 'user_account_locked', undefined, ['reset']],
  ['an address that is not confirmed', 'unverified_user', undefined, ['mail']],
  ['an address that is not confirmed, with a wait', 'unverified_user', 90, ['mail']],
  ['wrong credentials', 'bad_credentials', undefined, []],
])('the help for %s', async (_name, code, retryAfter, helps) => {
  service.answers[LOGIN] = new Refused({ _common: code }, retryAfter)
  open()
  await logIn()
  const note = await screen.findByRole('alert')
  const texts = {
    from: /^You can log in again from \u206626\.11\.2026 12:01 UTC\u2069\.$/,
    reset: /^Reset password$/,
    mail: /^Can’t find the email\?/,
  }
  const paragraphs = [...note.querySelectorAll('p')].slice(1).map(({ textContent }) => textContent)
  expect(paragraphs).toEqual(
    helps.map((help) => expect.stringMatching(texts[help as keyof typeof texts])),
  )
})

test('a throttled sign-in says how long it waits, and why its button does nothing', async () => {
  open()
  const button = (await screen.findByText('Log in', { selector: '.button-face' })).closest(
    'button',
  )!
  expect([button.getAttribute('aria-disabled'), descriptions(button)]).toEqual([null, []])
  service.answers[LOGIN] = new Refused({ _common: 'too_many_requests' }, 61)
  await logIn()
  await screen.findByText('Try again in 1:01')
  expect([button.getAttribute('aria-disabled'), descriptions(button)]).toEqual([
    'true',
    ['Too many requests in a short time. Wait a moment, then try again.'],
  ])
})

test.each([
  ['without an application', { backUrl: REQUEST.backUrl }, null],
  ['without a way back', { application: 'office' }, null],
  ['with an empty application', { ...REQUEST, application: '' }, null],
  ['with a refused application', REQUEST, 'application'],
  ['with a refused way back', REQUEST, 'backUrl'],
  ['with a refused challenge', REQUEST, 'challenge'],
])('a sign-in %s begins again in the office', async (_name, request, refused) => {
  open(request)
  if (refused !== null) {
    service.answers[LOGIN] = new Refused({ email: 'wrong_email', [refused]: 'invalid_format' })
    await logIn()
  }
  await screen.findByText('Please start in Partner Office')
  expect(screen.getByText('Continue to Partner Office').getAttribute('href')).toBe(
    'http://office.test/en/login',
  )
  expect(screen.queryByLabelText('Password')).toBeNull()
})

// The code

test('a code step names the account; its title takes no focus from the code', async () => {
  const code = await openCodeStep()
  screen.getByText(EMAIL)
  expect(document.activeElement).toBe(code)
  expect(code.disabled).toBe(false)
  screen.getByText(HINT)
  for (const name of ['Use a passkey instead', 'Paste code'])
    expect(screen.queryByText(name)).toBeNull()
  expect(screen.queryByLabelText('Recovery code')).toBeNull()
  expect(screen.queryByText('Checking the code …')).toBeNull()
})

test('while a code is checked this is read out; an accepted one follows the redirect', async () => {
  const code = await openCodeStep()
  const { promise, resolve } = Promise.withResolvers<object>()
  service.answers[LOGIN] = promise
  type(code, '123456')
  await screen.findByText('Checking the code …')
  resolve({ redirect: 'http://office.test/en/catch?token=2' })
  await waitFor(() =>
    expect(goTo).toHaveBeenCalledExactlyOnceWith('http://office.test/en/catch?token=2'),
  )
  expect(service.bodies.at(-1)).toEqual({ ...KNOWN, ...REQUEST, code: '123456' })
  screen.getByText('Checking the code …')
})

test('a wrong code has its error at the field alone; an empty one is not sent', async () => {
  const code = await openCodeStep()
  service.answers[LOGIN] = new Refused({ code: 'incorrect_otp' })
  type(code, '123456')
  await screen.findByText(/^The code is wrong\./)
  expect([descriptions(code).length, alerts().length]).toEqual([2, 1])
  fireEvent.submit(code.form!)
  await screen.findByText('Please fill this in.')
  expect(service.count(LOGIN)).toBe(2)
})

test('a recovery code has its own field with the focus, its errors there, and a way back', async () => {
  await openCodeStep()
  fireEvent.click(screen.getByText(/Use a recovery code/))
  const field = await input('Recovery code')
  expect([document.activeElement === field, field.dir]).toEqual([true, 'ltr'])
  expect(field.getAttribute('spellcheck')).toBe('false')
  expect(screen.queryByLabelText('6-digit code')).toBeNull()
  fireEvent.submit(field.form!)
  await waitFor(() => expect(descriptions(field)).toEqual(['Please fill this in.']))
  type(field, 'AAAA-1111')
  service.answers[LOGIN] = new Refused({ code: 'incorrect_otp' })
  fireEvent.submit(field.form!)
  await waitFor(() => expect(descriptions(field)[0]).toMatch(/^The code is wrong\./))
  expect([alerts().length, field.value]).toEqual([1, 'AAAA-1111'])
  await press('Back')
  await input('6-digit code')
  expect(screen.queryByLabelText('Recovery code')).toBeNull()
})

function giveClipboard(readText: () => Promise<string>): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { readText } })
}

test('the digits of the clipboard are pasted, and sent when they are six', async () => {
  giveClipboard(async () => 'Code: 123-4')
  const code = await openCodeStep()
  await press('Paste code')
  await waitFor(() => expect(code.value).toBe('1234'))
  expect(service.count(LOGIN)).toBe(1)
  service.answers[LOGIN] = new Promise(() => {})
  giveClipboard(async () => 'Code: 123 456, then 7')
  await press('Paste code')
  await waitFor(() => expect(service.count(LOGIN)).toBe(2))
  expect([code.value, service.bodies.at(-1)]).toMatchObject(['123456', { code: '123456' }])
})

test('a clipboard that is forbidden pastes nothing; one that cannot be read has no button', async () => {
  giveClipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
  const code = await openCodeStep()
  type(code, '12')
  await press('Paste code')
  await waitFor(() => expect(code.value).toBe(''))
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: {} })
  await press('Back')
  await logIn()
  await input('6-digit code')
  expect(screen.queryByText('Paste code')).toBeNull()
})

test('while the code step waits, its field and its button to paste are off', async () => {
  giveClipboard(async () => '')
  const code = await openCodeStep()
  const paste = await findButton('Paste code')
  expect([code.disabled, paste.disabled]).toEqual([false, false])
  service.answers[LOGIN] = new Refused({ _common: 'too_many_requests' }, 5)
  type(code, '123456')
  await screen.findByText('Try again in 0:05')
  expect([code.disabled, paste.disabled, screen.queryByText(HINT)]).toEqual([true, true, null])
})

// Passkeys

const QUESTION = {
  challenge: 'AAAA',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
}
const bytes = () => new Uint8Array([0, 0, 0]).buffer
const PASSKEY = {
  id: 'AAAA',
  rawId: bytes(),
  type: 'public-key',
  response: { clientDataJSON: bytes(), authenticatorData: bytes(), signature: bytes() },
  getClientExtensionResults: () => ({}),
}
const closed = () => Promise.reject(new DOMException('closed', 'NotAllowedError'))

type Ask = (options: {
  readonly mediation?: string
  readonly publicKey: { readonly challenge: ArrayBuffer }
  readonly signal: AbortSignal
}) => Promise<unknown>

/** A browser with passkeys; with `isConditional` it also suggests them in the e-mail field. */
function allowPasskeys(get: Ask, isConditional = false): void {
  givePasskeys({ get })
  const isConditionalMediationAvailable = async () => isConditional
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable }),
  )
  vi.stubGlobal('isSecureContext', true)
}

test('a passkey signs in by its button, which then stays busy', async () => {
  allowPasskeys(async () => PASSKEY)
  service.answers[OPTIONS] = QUESTION
  service.answers[BY_PASSKEY] = { redirect: 'http://office.test/en/catch?token=3' }
  open()
  expect((await input('Email')).autocomplete).toBe('username webauthn')
  const button = await findButton('Log in with a passkey')
  expect([button.getAttribute('aria-busy'), alerts()]).toEqual([null, []])
  fireEvent.click(button)
  await waitFor(() =>
    expect(goTo).toHaveBeenCalledExactlyOnceWith('http://office.test/en/catch?token=3'),
  )
  expect(service.bodies).toMatchObject([{ passkey: { id: 'AAAA' }, ...REQUEST }])
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
})

test('a passkey that is not used, and one that is refused, say so', async () => {
  allowPasskeys(closed)
  service.answers[OPTIONS] = QUESTION
  service.answers[BY_PASSKEY] = new Refused({ passkey: 'invalid_passkey' })
  open()
  await press('Log in with a passkey')
  await screen.findByText('No passkey was used. Try again, or log in with your password.')
  expect(service.calls).not.toContain(BY_PASSKEY)
  allowPasskeys(async () => PASSKEY)
  await press('Log in with a passkey')
  await screen.findByText(/^This passkey was not accepted\./)
  expect(alerts()).toHaveLength(1)
  expect((await findButton('Log in with a passkey')).getAttribute('aria-busy')).toBeNull()
})

test('the button is busy while the browser asks for a passkey', async () => {
  allowPasskeys(() => new Promise(() => {}))
  service.answers[OPTIONS] = QUESTION
  open()
  const button = await findButton('Log in with a passkey')
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
})

test('a browser that suggests passkeys signs in with the chosen one; after a refused one it suggests again', async () => {
  const asked: (string | undefined)[] = []
  const chosen = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
  allowPasskeys(({ mediation }) => {
    asked.push(mediation)
    return chosen[asked.length - 1]!.promise
  }, true)
  service.answers[OPTIONS] = QUESTION
  service.answers[BY_PASSKEY] = new Refused({ passkey: 'invalid_passkey' })
  open()
  await waitFor(() => expect(asked).toEqual(['conditional']))
  chosen[0]!.resolve(PASSKEY)
  await screen.findByText(/^This passkey was not accepted\./)
  await waitFor(() => expect(asked).toEqual(['conditional', 'conditional']))
  expect(service.count(OPTIONS)).toBe(2)
  service.answers[BY_PASSKEY] = { redirect: 'http://office.test/en/catch?token=4' }
  chosen[1]!.resolve(PASSKEY)
  await waitFor(() =>
    expect(goTo).toHaveBeenCalledExactlyOnceWith('http://office.test/en/catch?token=4'),
  )
})

test('a browser without suggestions is not asked for any', async () => {
  allowPasskeys(() => new Promise(() => {}))
  service.answers[OPTIONS] = QUESTION
  open()
  await findButton('Log in with a passkey')
  await act(() => vi.dynamicImportSettled())
  expect(service.calls).not.toContain(OPTIONS)
})

test('suggestions end when the password step is left', async () => {
  let signal: AbortSignal | undefined
  allowPasskeys((options) => {
    signal = options.signal
    return new Promise(() => {})
  }, true)
  service.answers[OPTIONS] = QUESTION
  open()
  await waitFor(() => expect(signal?.aborted).toBe(false))
  await logIn()
  await input('6-digit code')
  await waitFor(() => expect(signal?.aborted).toBe(true))
})

test('a question for suggestions that comes too late asks nobody', async () => {
  const get = vi.fn<Ask>(() => new Promise(() => {}))
  allowPasskeys(get, true)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  service.answers[OPTIONS] = promise
  open()
  await waitFor(() => expect(service.calls).toContain(OPTIONS))
  await logIn()
  await input('6-digit code')
  resolve(QUESTION)
  await act(async () => {
    await promise
    await vi.dynamicImportSettled()
  })
  expect(get).not.toHaveBeenCalled()
})

const challengeOf = ({ publicKey }: Parameters<Ask>[0]) =>
  Buffer.from(publicKey.challenge).toString('base64url')

test('a passkey can answer for the code; a refused one has used its question up, so the next has another', async () => {
  const challenges: string[] = []
  allowPasskeys(async (options) => {
    challenges.push(challengeOf(options))
    return PASSKEY
  })
  let questions = 0
  service.answers[LOGIN] = ({ passkey }: { passkey?: unknown }) => {
    if (passkey !== undefined) return new Refused({ passkey: 'invalid_passkey' })
    questions += 1
    return { twoFaRequired: true, passkey: { ...QUESTION, challenge: `AAA${questions}` } }
  }
  await openCodeStep()
  await press('Use a passkey instead')
  await screen.findByText(/^This passkey was not accepted\./)
  service.answers[LOGIN] = { redirect: 'http://office.test/en/catch?token=5' }
  await press('Use a passkey instead')
  await waitFor(() =>
    expect(goTo).toHaveBeenCalledExactlyOnceWith('http://office.test/en/catch?token=5'),
  )
  expect(challenges).toEqual(
    ['AAA1', 'AAA2'].map((text) => Buffer.from(text, 'base64url').toString('base64url')),
  )
  expect(service.bodies.at(-1)).toMatchObject({ ...KNOWN, ...REQUEST, passkey: { id: 'AAAA' } })
})

test('without a new question the earlier one stays; a passkey that is not used says so', async () => {
  const challenges: string[] = []
  allowPasskeys(async (options) => {
    challenges.push(challengeOf(options))
    return PASSKEY
  })
  service.answers[LOGIN] = { twoFaRequired: true, passkey: QUESTION }
  await openCodeStep()
  delete service.answers[LOGIN]
  await press('Use a passkey instead')
  await screen.findByText('The server could not answer. Try again in a moment.')
  allowPasskeys((options) => {
    challenges.push(challengeOf(options))
    return closed()
  })
  await press('Use a passkey instead')
  await screen.findByText('No passkey was used. Try again, or enter a code.')
  expect(challenges).toEqual(['AAAA', 'AAAA'])
})

test('a browser without passkeys offers none for the code', async () => {
  service.answers[LOGIN] = { twoFaRequired: true, passkey: QUESTION }
  await openCodeStep()
  expect(screen.queryByText('Use a passkey instead')).toBeNull()
})

test('an account without passkeys offers none for the code, whatever the browser can do', async () => {
  allowPasskeys(closed)
  await openCodeStep()
  expect(screen.queryByText('Use a passkey instead')).toBeNull()
})
