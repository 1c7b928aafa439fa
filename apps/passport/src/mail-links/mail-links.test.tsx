// @vitest-environment jsdom
// The pages behind mailed links, and the one that asks for such a mail.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { alerts, descriptions, findButton } from '../testing/find.ts'
import { openPage } from '../testing/open-page.tsx'
import { endService, goTo, Refused, type Service, startService } from '../testing/service.ts'

const NOW = Date.UTC(2026, 10, 26, 12)
const FORGOT = 'POST /v1/password/forgot'
const CHECK = 'POST /v1/password/reset/check'
const RESET = 'POST /v1/password/reset'
const EMAIL = 'ada@example.com'

let service: Service

beforeEach(() => {
  service = startService({})
})
afterEach(endService)

const title = (name: string) => screen.findByText(name, { selector: 'h1' })
const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const press = async (name: string) => fireEvent.click(await findButton(name))
const linkTo = (name: string) => screen.getByText(name).closest('a')?.getAttribute('href')
/** Whether the page is loading; the label of the loader comes later. */
const isLoading = () => document.querySelector('.loader') !== null

// A mail for a new password

async function askForMail(): Promise<void> {
  openPage('/en/forgot')
  type(await input('Email'), EMAIL)
  fireEvent.submit((await input('Email')).form!)
}

test('the page for a new password asks for the address, and leads back to the sign-in', async () => {
  openPage('/en/forgot')
  const email = await input('Email')
  await title('Reset your password')
  expect([email.value, email.autocomplete]).toEqual(['', 'username'])
  expect(linkTo('Back to log in')).toBe('http://office.test/en/login')
  service.answers[FORGOT] = new Refused({ email: 'wrong_email' })
  fireEvent.submit(email.form!)
  await waitFor(() => expect(descriptions(email)).toEqual(['Please fill this in.']))
  type(email, 'ada')
  fireEvent.submit(email.form!)
  await waitFor(() => expect(descriptions(email)).toEqual(['This is not an email address.']))
  expect([alerts().length, screen.queryByText('Check your email')]).toEqual([1, null])
})

test('another mail can be sent after a minute, and then after the next', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service.answers[FORGOT] = {}
  await askForMail()
  await title('Check your email')
  screen.getByText(EMAIL)
  const again = await findButton('Send again in 1:00')
  const wait = 'An email was sent a moment ago and is still on its way.'
  expect([again.getAttribute('aria-disabled'), descriptions(again)]).toEqual(['true', [wait]])
  vi.setSystemTime(NOW + 59_001)
  await screen.findByText('Send again in 0:01')
  vi.setSystemTime(NOW + 60_000)
  await screen.findByText('Send again')
  expect([again.getAttribute('aria-disabled'), descriptions(again)]).toEqual([null, []])
  fireEvent.click(again)
  await screen.findByText('Send again in 1:00')
  expect(service.bodies).toEqual([{ email: EMAIL }, { email: EMAIL }])
  expect(alerts()).toEqual([])
})

test('a wait of the service that is longer counts', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service.answers[FORGOT] = {}
  await askForMail()
  await title('Check your email')
  vi.setSystemTime(NOW + 60_000)
  service.answers[FORGOT] = new Refused({ _common: 'too_many_requests' }, 120)
  await press('Send again')
  await screen.findByText('Send again in 2:00')
  expect(alerts()).toHaveLength(1)
})

test('another address can be typed instead', async () => {
  service.answers[FORGOT] = {}
  await askForMail()
  await title('Check your email')
  fireEvent.click(screen.getByText('Use another email address'))
  await title('Reset your password')
  expect((await input('Email')).value).toBe('')
})

// A new password

test('while a link is checked the page loads; one that is over leads to another mail', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  service.answers[CHECK] = promise
  openPage('/en/reset', 'mailed')
  await waitFor(() => expect(isLoading()).toBe(true))
  expect(screen.queryByLabelText('New password')).toBeNull()
  resolve({ email: EMAIL })
  const password = await input('New password')
  expect(isLoading()).toBe(false)
  fireEvent.submit(password.form!)
  await waitFor(() => expect(descriptions(password)).toContain('Please fill this in.'))
  expect(alerts()).toHaveLength(1)
  service.answers[RESET] = new Refused({ password: 'invalid_password_format' })
  type(password, 'a')
  fireEvent.submit(password.form!)
  await screen.findByText('Use 8 to 256 characters, and no common password.')
  await title('Choose a new password')
  service.answers[RESET] = new Refused({ token: 'not_found' })
  fireEvent.submit(password.form!)
  await title('This link is no longer valid')
  expect(linkTo('Ask for a new link')).toContain('/en/forgot')
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect(screen.queryByText('Your password is changed')).toBeNull()
})

test('a page for a new password without its token is over at once', async () => {
  openPage('/en/reset')
  await title('This link is no longer valid')
  expect(screen.getAllByRole('heading')).toHaveLength(1)
  expect(service.calls).toEqual([])
})

test('a new password that is saved leads to the sign-in, and the form is gone', async () => {
  service.answers[CHECK] = { email: EMAIL }
  service.answers[RESET] = {}
  openPage('/en/reset', 'mailed')
  const password = await input('New password')
  type(password, 'a-new-Secret-1')
  fireEvent.submit(password.form!)
  await title('Your password is changed')
  expect([screen.getAllByRole('heading').length, document.querySelector('form')]).toEqual([1, null])
  expect(linkTo('Log in')).toBe('http://office.test/en/login')
})

// Links that act at once

const OVER = 'This link is no longer valid'
const LINKS = [
  {
    path: 'confirm',
    call: 'POST /v1/registration/confirm',
    done: 'Your email address is confirmed',
    failed: 'Your email address is not confirmed yet',
    over: /^The link has been used or is older than 24 hours\./,
  },
  {
    path: 'email-confirm',
    call: 'POST /v1/email/confirm',
    done: 'Your new email address is confirmed',
    failed: 'Your email address is not changed yet',
    over: /^The link works once, for 24 hours/,
  },
  {
    path: 'email-back',
    call: 'POST /v1/email/back',
    done: 'Your email address is back',
    failed: 'Your email address is not changed yet',
    over: /^The link has been used or is older than 72 hours\./,
  },
]

test.each(LINKS)(
  '$path acts once with its token, and leads to the sign-in',
  async ({ path, call, done }) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    service.answers[call] = promise
    openPage(`/en/${path}`, 'mailed')
    await waitFor(() => expect(isLoading()).toBe(true))
    resolve({})
    await title(done)
    expect([service.calls, service.bodies]).toEqual([[call], [{ token: 'mailed' }]])
    expect(linkTo('Log in')).toBe('http://office.test/en/login')
    expect(isLoading()).toBe(false)
  },
)

test.each(LINKS)(
  '$path that fails says why, and tries again',
  async ({ path, call, failed, done }) => {
    openPage(`/en/${path}`, 'mailed')
    await title(failed)
    screen.getByText('The server could not answer. Try again in a moment.')
    const { promise, resolve } = Promise.withResolvers<unknown>()
    service.answers[call] = promise
    await press('Retry')
    await waitFor(() => expect(isLoading()).toBe(true))
    resolve({})
    await title(done)
    expect(service.count(call)).toBe(2)
  },
)

test.each(LINKS)('$path that is over says what may have ended it', async ({ path, call, over }) => {
  service.answers[call] = new Refused({ token: 'not_found' })
  openPage(`/en/${path}`, 'mailed')
  await title(OVER)
  screen.getByText(over)
  expect(linkTo('Log in')).toBe('http://office.test/en/login')
})

test.each(LINKS)(
  '$path that is over is not used again by going back to it',
  async ({ path, call }) => {
    service.answers[call] = new Refused({ token: 'not_found' })
    openPage(`/en/${path}`, 'mailed')
    await title(OVER)
    goTo('/en/forgot')
    await title('Reset your password')
    goTo(`/en/${path}`)
    await title(OVER)
    expect(service.count(call)).toBe(1)
  },
)

test.each(LINKS)('$path without its token calls nothing', async ({ path }) => {
  openPage(`/en/${path}`)
  await title(OVER)
  expect(service.calls).toEqual([])
})

test('a confirmation that is over also leads to a new password, which confirms the address', async () => {
  openPage('/en/confirm')
  await title(OVER)
  expect(linkTo('Reset your password')).toContain('/en/forgot')
})

// Mails that are switched off

const MAILS = 'GET /v1/unsubscribe/signed'

test('the page loads the kind of mail; its button is busy while that is switched off', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  service.answers[MAILS] = promise
  openPage('/en/mails-off', 'signed')
  await waitFor(() => expect(isLoading()).toBe(true))
  resolve({ key: 'partnersPurchase', isOn: true })
  await title('Switch off “Partner purchase”?')
  screen.getByText('You will get no more emails of this kind. Your other emails stay as they are.')
  const button = await findButton('Switch off')
  expect([button.getAttribute('aria-busy'), alerts(), isLoading()]).toEqual([null, [], false])
  service.answers['POST /v1/unsubscribe/signed'] = new Promise(() => {})
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
})

test('a kind of mail that cannot be loaded says why', async () => {
  service.answers[MAILS] = new Refused({ _common: 'access_denied' })
  openPage('/en/mails-off', 'signed')
  await title('Your email settings could not be loaded')
  screen.getByText('You have no access to this.')
  service.answers[MAILS] = { key: 'partnersPurchase', isOn: false }
  await press('Retry')
  await title('“Partner purchase” is switched off')
  expect(service.count(MAILS)).toBe(2)
})
