// @vitest-environment jsdom
// The registration: its sponsor, its fields, and the errors at them.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { alerts, descriptions, findButton } from '../testing/find.ts'
import { openPage } from '../testing/open-page.tsx'
import { endService, goTo, Refused, type Service, startService } from '../testing/service.ts'

const COUNTRIES = 'GET /v1/countries/registration'
const SPONSOR = 'GET /v1/profile/public'
const SEND = 'POST /v1/registration'
const EMPTY = 'Please fill this in.'
const CODE = 'K7M2QX'
const ITALY = [
  { code: 'DE', label: 'Germany' },
  { code: 'IT', label: 'Italy' },
]

const ANNA = {
  firstName: 'Anna',
  lastName: 'Example',
  avatar: '',
  allowPublicProfile: 0,
  invite: CODE,
}

let service: Service

beforeEach(() => {
  service = startService({
    [COUNTRIES]: ITALY,
    [SPONSOR]: ANNA,
    [SEND]: { userId: 9 },
  })
})
afterEach(endService)

const open = (query: object = {}) =>
  openPage(`/en/registration?${new URLSearchParams({ application: 'office', ...query })}`)
const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const country = () => screen.findByLabelText<HTMLSelectElement>('Country')
const rule = () => screen.getByText('8 characters or more')

const TYPED = {
  'First name': ' Ada ',
  'Last name': ' Lovelace ',
  Email: 'ada@example.com',
  Password: 'a-new-Secret-1',
}

async function fillIn(): Promise<HTMLFormElement> {
  await screen.findByText('Italy')
  for (const [label, value] of Object.entries(TYPED)) type(await input(label), value)
  type(await country(), 'IT')
  return (await input('Email')).form!
}

test('the form says what happens next, and where partners learn more', async () => {
  open()
  await screen.findByText('We send a link to your email address to confirm it.')
  expect((await input('First name')).autocomplete).toBe('given-name')
  expect((await input('Last name')).autocomplete).toBe('family-name')
  expect(document.activeElement).not.toBe(await input('Email'))
  const income = screen.getByText('What partners earned')
  expect(income.getAttribute('href')).toBe('http://office.test/en/income')
  expect(screen.queryByText(/^You were invited/)).toBeNull()
  expect(service.calls).not.toContain(SPONSOR)
})

test('everything that is missing is said at once, each at its field', async () => {
  open()
  await screen.findByText('Italy')
  fireEvent.submit((await input('Email')).form!)
  await waitFor(() => expect(alerts()).toEqual([EMPTY, EMPTY, EMPTY, EMPTY, EMPTY]))
  expect(descriptions(await country())).toEqual([EMPTY])
  expect(service.calls).not.toContain(SEND)
  expect(document.activeElement).toBe(await input('First name'))
})

test('empty fields and wrong ones are shown together', async () => {
  open()
  const form = await fillIn()
  type(await input('First name'), '   ')
  type(await input('Email'), 'ada')
  fireEvent.submit(form)
  await waitFor(() => expect(alerts()).toEqual([EMPTY, 'This is not an email address.']))
})

test('names are sent without the space around them, and the code of the link without its signs', async () => {
  open({ referral: 'K7M-2QX ' })
  fireEvent.submit(await fillIn())
  await screen.findByText('Check your email')
  expect(service.bodies).toMatchObject([
    { firstName: 'Ada', lastName: 'Lovelace', country: 'IT', referral: CODE },
  ])
  expect(screen.getByText('reset your password').getAttribute('href')).toContain('/en/forgot')
})

test('a refused country and a refused e-mail address have their errors at the fields', async () => {
  service.answers[SEND] = new Refused({
    country: 'country_not_available_for_registration',
    email: 'not_unique',
  })
  open()
  fireEvent.submit(await fillIn())
  await waitFor(async () =>
    expect(descriptions(await country())).toEqual(['You cannot sign up in this country.']),
  )
  expect(descriptions(await input('Email'))).toEqual(['This is already in use.'])
  expect(alerts()).toHaveLength(2)
  expect(screen.queryByText('Please start in Partner Office')).toBeNull()
})

// The countries

test('while the countries load none can be chosen; then the choice is shown by name', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  service.answers[COUNTRIES] = promise
  open()
  const field = await country()
  const offered = () => [...field.options].map(({ text, disabled }) => [text, disabled])
  expect(offered()).toEqual([['Loading', true]])
  resolve(ITALY)
  await screen.findByText('Italy')
  expect(offered()).toEqual([
    ['Choose your country', true],
    ['Germany', false],
    ['Italy', false],
  ])
  expect(field.value).toBe('')
  type(field, 'IT')
  expect(field.value).toBe('IT')
  expect(screen.queryByText('Retry')).toBeNull()
})

test('countries that cannot be loaded can be loaded again', async () => {
  delete service.answers[COUNTRIES]
  open()
  const retry = await findButton('Retry')
  expect(descriptions(await country())).toEqual(['The list of countries could not be loaded.'])
  service.answers[COUNTRIES] = ITALY
  fireEvent.click(retry)
  await screen.findByText('Italy')
  expect([screen.queryByText('Retry'), alerts()]).toEqual([null, []])
})

// The password

test('the rule of passwords has its mark once it is met, and loses it again', async () => {
  open()
  const password = await input('Password')
  expect(password.autocomplete).toBe('new-password')
  expect(rule().classList.contains('done')).toBe(false)
  const marks: boolean[] = []
  for (const value of ['', 'a-Secr1', 'a-Secre1', 'a-Secr1']) {
    fireEvent.input(password, { target: { value } })
    marks.push(rule().classList.contains('done'))
  }
  expect(marks).toEqual([false, false, true, false])
})

// The sponsor

test('the sponsor is shown by name; a skeleton holds the place until the name is here', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  service.answers[SPONSOR] = promise
  open({ referral: CODE })
  await screen.findByText('You were invited by')
  expect(document.querySelector('.sponsor-wait')).not.toBeNull()
  expect(screen.queryByText(CODE)).toBeNull()
  resolve({ ...ANNA, lastName: '' })
  expect((await screen.findByText('Anna')).textContent).toBe('Anna')
  expect(document.querySelector('.sponsor-wait')).toBeNull()
  expect(screen.queryByText('Continue without a sponsor')).toBeNull()
})

test('a sponsor that cannot be loaded is shown by the code', async () => {
  delete service.answers[SPONSOR]
  open({ referral: CODE })
  await screen.findByText('You were invited with the code')
  screen.getByText(CODE)
  expect(screen.queryByText('You were invited by')).toBeNull()
})

test('another code in the address is another sponsor', async () => {
  open({ referral: CODE })
  await screen.findByText('Anna Example')
  service.answers[SPONSOR] = { ...ANNA, firstName: 'Berta' }
  goTo('/en/registration?application=office&referral=OTHER2')
  expect(await screen.findByText('Berta Example')).toBeDefined()
})

test('a code of nobody says so without taking the focus; going on removes it from the address alone', async () => {
  service.answers[SPONSOR] = new Refused({ _common: 'not_found' })
  open({ referral: CODE, backUrl: 'http://office.test/en/catch' })
  const goOn = await findButton('Continue without a sponsor')
  screen.getByText(CODE)
  expect(document.activeElement).not.toBe(goOn)
  expect(screen.queryByText('You were invited by')).toBeNull()
  type(await input('First name'), 'Ada')
  fireEvent.click(goOn)
  await waitFor(() => expect(screen.queryByText('Continue without a sponsor')).toBeNull())
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    application: 'office',
    backUrl: 'http://office.test/en/catch',
  })
  expect((await input('First name')).value).toBe('Ada')
})

test('a code that the registration refuses has the focus at the button that goes on', async () => {
  service.answers[SEND] = new Refused({ referral: 'not_found' })
  open({ referral: CODE })
  await screen.findByText('Anna Example')
  fireEvent.submit(await fillIn())
  const goOn = await findButton('Continue without a sponsor')
  expect(document.activeElement).toBe(goOn)
  expect([screen.queryByText('Anna Example'), alerts()]).toEqual([null, []])
})

test('a code that is none is not asked for', async () => {
  open({ referral: '!' })
  await input('Email')
  expect(service.calls).not.toContain(SPONSOR)
  expect(screen.queryByText(/^You were invited/)).toBeNull()
})

test('without an application the page begins again in the office', async () => {
  openPage('/en/registration')
  await screen.findByText('Please start in Partner Office')
  expect(screen.getByText('Continue to Partner Office').getAttribute('href')).toBe(
    'http://office.test/en/registration',
  )
})
