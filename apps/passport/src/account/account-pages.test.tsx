// @vitest-environment jsdom
// The frame of the account pages, the contact and the documents: what they show, send and keep.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { alerts, descriptions, findButton, findCard } from '../testing/find.ts'
import { openPage } from '../testing/open-page.tsx'
import {
  ACCOUNT,
  endService,
  Refused,
  type Service,
  signedIn,
  startService,
} from '../testing/service.ts'

const EMPTY = 'Please fill this in.'
const COUNTRIES = 'GET /v1/countries/registration'

const none = (documentType: string) => ({ documentType, updatedAt: 0, status: 'NONE', fields: {} })

let service: Service

beforeEach(() => {
  signedIn()
  service = startService({
    'GET /v1/user': ACCOUNT,
    'GET /v1/verifications': ['COMPANY', 'PHONE', 'ADDRESS', 'PASSPORT'].map(none),
    [COUNTRIES]: [
      { code: 'DE', label: 'Germany' },
      { code: 'IT', label: 'Italy' },
    ],
  })
})
afterEach(endService)

const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const press = async (name: string) => fireEvent.click(await findButton(name))

// The frame

test('the menu leads to each page and marks the open one, which is brought into view', async () => {
  const intoView = vi.fn<(this: Element) => void>()
  Element.prototype.scrollIntoView = function scrolled(this: Element) {
    intoView.call(this)
  }
  openPage('/en/profile/general')
  await screen.findByText('How we reach you, and how you log in.')
  const nav = within(screen.getByLabelText('Account'))
  const current = () => nav.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
  expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'General',
    'Passport',
    'Address',
    'Additional',
    'Security',
    'Partner Office',
  ])
  expect(current().map(({ textContent }) => textContent)).toEqual(['General'])
  expect(document.title).toContain('General')
  expect(document.querySelector('main')?.tabIndex).toBe(-1)
  const before = intoView.mock.contexts.length
  fireEvent.click(nav.getByText('Additional'))
  await screen.findByText('Not needed for every partner.')
  expect(current().map(({ textContent }) => textContent)).toEqual(['Additional'])
  expect(document.title).toContain('Additional')
  await waitFor(() => expect(intoView.mock.contexts.length).toBeGreaterThan(before))
  expect(intoView.mock.contexts.at(-1)).toBe(current()[0])
})

test('logging out ends the session here also if the service does not answer', async () => {
  openPage('/en/profile/general')
  fireEvent.click(await screen.findByLabelText('Log out'))
  await input('Password')
  expect(service.calls).toContain('DELETE /oauth/token/revoke')
  expect(sessionStorage.getItem('passport-token')).toBeNull()
  expect(screen.queryByLabelText('Account')).toBeNull()
})

test('without a session the page asks for a sign-in, and then opens at its address', async () => {
  sessionStorage.clear()
  let login: Record<string, string> = {}
  service.answers['POST /v1/login'] = (body: typeof login) => {
    login = body
    return { redirect: 'http://office.test/en/catch?token=handed-off' }
  }
  service.answers['POST /oauth/token'] = {
    access_token: 'new',
    expires: 0,
    scope: '',
    scope_code: '',
  }
  openPage('/en/profile/address')
  type(await input('Email'), ACCOUNT.email)
  screen.getByText('This page asks for your password once in each browser tab.')
  screen.getByText('to open your account pages')
  type(await input('Password'), 'a-Secret-1')
  fireEvent.submit((await input('Password')).form!)
  await screen.findByText('Needed before statements.')
  expect(login).toMatchObject({
    email: ACCOUNT.email,
    password: 'a-Secret-1',
    application: 'partner',
    backUrl: 'http://office.test/en/catch',
  })
  const handOff = service.bodies.at(-1) as Record<string, string>
  expect(handOff).toMatchObject({ grant_type: 'hand_off', token: 'handed-off' })
  // The challenge of the sign-in is the hash of the verifier that is sent for the token.
  const verifier = new TextEncoder().encode(handOff['verifier'])
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', verifier))
  expect(login['challenge']).toBe(hash.toString('base64url'))
  expect(sessionStorage.getItem('passport-token')).toBe('new')
})

test('a sign-in on an account page asks for the code as well; a refused one stays at the code', async () => {
  sessionStorage.clear()
  service.answers['POST /v1/login'] = ({ code }: { code?: string }) =>
    code === undefined ? { twoFaRequired: true } : new Refused({ code: 'incorrect_otp' })
  openPage('/en/profile/general')
  type(await input('Email'), ACCOUNT.email)
  type(await input('Password'), 'a-Secret-1')
  fireEvent.submit((await input('Password')).form!)
  type(await input('6-digit code'), '123456')
  await screen.findByText(/^The code is wrong\./)
  expect(service.calls).not.toContain('POST /oauth/token')
  expect(sessionStorage.getItem('passport-token')).toBeNull()
})

// The contact

test('an account that cannot be loaded is named, with its reason', async () => {
  service.answers['GET /v1/user'] = new Refused({ _common: 'access_denied' })
  openPage('/en/profile/general')
  await screen.findByText('Your account could not be loaded')
  expect(screen.getByText('You have no access to this.')).toBeDefined()
})

test('an account without a phone number has an empty field, and each language its own name', async () => {
  openPage('/en/profile/general')
  expect((await input('Phone number')).value).toBe('')
  const languages = await screen.findByLabelText<HTMLSelectElement>('Language')
  expect([...languages.options].map(({ value, text }) => [value, text])).toEqual([
    ['en', 'English'],
  ])
  expect([languages.value, alerts()]).toEqual(['en', []])
  expect(screen.queryByText('Your changes are saved.')).toBeNull()
  expect(screen.queryByText(/^We have sent a link/)).toBeNull()
  screen.getByText('ada@example.com')
})

test('that changes are saved is said until the next ones are sent', async () => {
  service.answers['PUT /v1/user'] = (body: object) => ({ ...ACCOUNT, ...body, version: 'b' })
  openPage('/en/profile/general')
  const phone = await input('Phone number')
  type(phone, '+49 30 123456')
  fireEvent.submit(phone.form!)
  await screen.findByText('Your changes are saved.')
  service.answers['PUT /v1/user'] = new Promise(() => {})
  type(phone, '+49 30 123457')
  fireEvent.submit(phone.form!)
  await waitFor(() => expect(screen.queryByText('Your changes are saved.')).toBeNull())
  expect(service.bodies.at(-1)).toEqual({ phone: '+49 30 123457', version: 'b' })
})

test('a refused phone number has its error at the field alone; other errors offer no newer values', async () => {
  service.answers['PUT /v1/user'] = new Refused({ phone: 'wrong_phone' })
  openPage('/en/profile/general')
  const phone = await input('Phone number')
  type(phone, '+49 30 123456')
  fireEvent.submit(phone.form!)
  await waitFor(() => expect(descriptions(phone)).toEqual(['This is not a phone number.']))
  expect(alerts()).toHaveLength(1)
  service.answers['PUT /v1/user'] = new Refused({ _common: 'access_denied' })
  fireEvent.submit(phone.form!)
  await screen.findByText('You have no access to this.')
  expect(screen.queryByText('Show the newest values')).toBeNull()
})

test('a change of address asks for the password if it must, and says where its mail went', async () => {
  service.answers['POST /v1/email'] = new Refused({ password: 'required', email: 'wrong_email' })
  openPage('/en/profile/general')
  const email = await input('New email address')
  expect(document.activeElement).not.toBe(email)
  expect(email.getAttribute('spellcheck')).toBe('false')
  fireEvent.submit(email.form!)
  await waitFor(() => expect(descriptions(email).at(-1)).toBe(EMPTY))
  expect(screen.queryByLabelText('Your password')).toBeNull()
  type(email, 'new@example')
  fireEvent.submit(email.form!)
  const password = await input('Your password')
  expect(descriptions(password).at(-1)).toBe(EMPTY)
  expect(descriptions(email).at(-1)).toBe('This is not an email address.')
  expect(alerts()).toHaveLength(2)
  service.answers['POST /v1/email'] = {}
  type(email, 'new@example.com')
  type(password, 'a-Secret-1')
  fireEvent.submit(email.form!)
  await screen.findByText('new@example.com')
  const card = await findCard('Email')
  card.getByText(/^We have sent a link to/)
  expect(service.bodies.at(-1)).toEqual({ email: 'new@example.com', password: 'a-Secret-1' })
})

// The documents

const rows = () =>
  [...document.querySelectorAll('section.document')].map(
    (row) => row.querySelector('h2')!.textContent,
  )
const row = (title: string) =>
  within(screen.getByText(title, { selector: 'h2' }).closest<HTMLElement>('section.document')!)

test.each([
  ['profile/passport', 'Verification', ['Passport', 'Address', 'Phone', 'Company']],
  ['profile/address', 'Address', ['Address']],
  ['profile/additional', 'Additional', ['Phone', 'Company']],
  ['resume-account', 'Resume your account', ['Passport']],
])('VER-007 %s shows its documents in their order', async (page, title, documents) => {
  openPage(`/en/${page}`)
  await screen.findByText(title, { selector: 'h1' })
  await screen.findAllByText('Not started')
  expect(rows()).toEqual(documents)
  expect(screen.getAllByText('Start')).toHaveLength(documents.length)
  expect(document.querySelector('form')).toBeNull()
  expect(service.calls).not.toContain(COUNTRIES)
})

test('documents that cannot be loaded are named', async () => {
  delete service.answers['GET /v1/verifications']
  openPage('/en/profile/address')
  await findButton('Retry')
  expect(rows()).toEqual([])
})

const field = (value: string, verified: boolean) => ({ value, verified })

test('a document in review shows when it was sent, and neither form nor values', async () => {
  service.answers['GET /v1/verifications'] = [
    { ...none('PASSPORT'), status: 'PENDING', fields: { name: field('Ada', false) } },
  ]
  openPage('/en/resume-account')
  await screen.findByText('In review')
  expect(row('Passport').getByText(/^Sent on/).textContent).toBe(
    'Sent on \u206601.01.1970 00:00 UTC\u2069.',
  )
  for (const text of ['Start', 'Send for review', /^Verified on/, /files were deleted/, 'Ada']) {
    expect(screen.queryByText(text)).toBeNull()
  }
})

test('a verified document shows what it proves alone, a country by its code until names are here', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  service.answers[COUNTRIES] = promise
  const fields = {
    city: field('Rome', true),
    zip: field('00179', false),
    country: field('IT', true),
  }
  service.answers['GET /v1/verifications'] = [{ ...none('ADDRESS'), status: 'APPROVED', fields }]
  openPage('/en/profile/address')
  const proven = (await screen.findByText(/Verified on/)).textContent
  expect(proven).toBe('Rome · IT · Verified on \u206601.01.1970 00:00 UTC\u2069.')
  resolve([
    { code: 'DE', label: 'Germany' },
    { code: 'IT', label: 'Italy' },
  ])
  expect((await screen.findByText('Italy')).parentElement?.textContent).toContain('Rome · Italy ·')
  for (const text of ['Start', 'Send for review', /^Sent on/]) {
    expect(screen.queryByText(text)).toBeNull()
  }
})

test('a verified document without a proven country loads no countries', async () => {
  const fields = { country: field('IT', false), name: field('DE', true) }
  service.answers['GET /v1/verifications'] = [{ ...none('COMPANY'), status: 'APPROVED', fields }]
  openPage('/en/profile/additional')
  // A value that happens to be the code of a country stays what it is.
  expect((await screen.findByText(/Verified on/)).textContent).toMatch(/^DE · Verified/)
  expect(service.calls).not.toContain(COUNTRIES)
})

test('a rejected document shows why, and its form with what was sent', async () => {
  service.answers['GET /v1/verifications'] = [
    {
      ...none('PASSPORT'),
      status: 'REJECTED',
      reason: 'Blurred.',
      fields: { name: field('Ada', false) },
    },
  ]
  openPage('/en/resume-account')
  await screen.findByText('Not accepted')
  expect(screen.getByText('Blurred.').closest('p')!.textContent).toBe(
    'Blurred. The files were deleted. Correct this and send the document again.',
  )
  expect((await input('First name')).value).toBe('Ada')
  expect((await input('Last name')).value).toBe('')
  expect(screen.queryByText('Start')).toBeNull()
  expect(screen.queryByText(/^Sent on/)).toBeNull()
})

test('a rejected document without a reason says what to do alone', async () => {
  service.answers['GET /v1/verifications'] = [{ ...none('PASSPORT'), status: 'REJECTED' }]
  openPage('/en/resume-account')
  const hint = await screen.findByText(/The files were deleted/)
  expect(hint.textContent).toMatch(/^ The files were deleted/)
})

test('a form opens in its row alone: the focus is at its heading, and each field knows what it holds', async () => {
  openPage('/en/profile/passport')
  await screen.findAllByText('Not started')
  fireEvent.click(row('Company').getByText('Start'))
  const heading = screen.getByText('Company', { selector: 'h2' })
  expect([document.activeElement === heading, heading.tabIndex]).toEqual([true, -1])
  expect(row('Company').queryByText('Start')).toBeNull()
  expect(screen.getAllByText('Start')).toHaveLength(3)
  const inputs = [...document.querySelectorAll('.document input:not([type="file"])')]
  expect(inputs.map((each) => [each.getAttribute('name'), each.getAttribute('type')])).toEqual([
    ['name', 'text'],
    ['address1', 'text'],
    ['city', 'text'],
    ['zip', 'text'],
  ])
  expect((await input('Name of the company')).autocomplete).toBe('organization')
  expect((await input('Street and number')).autocomplete).toBe('address-line1')
  expect(screen.queryByLabelText('First name')).toBeNull()
  fireEvent.click(row('Passport').getByText('Start'))
  expect((await input('First name')).autocomplete).toBe('given-name')
})

test('a phone needs no files; its errors are at the field, and nothing is sent', async () => {
  openPage('/en/profile/additional')
  await screen.findAllByText('Not started')
  fireEvent.click(row('Phone').getByText('Start'))
  const phone = await input('Phone number')
  expect([phone.type, row('Phone').queryByText('Drop files here or choose them')]).toEqual([
    'tel',
    null,
  ])
  fireEvent.submit(phone.form!)
  await waitFor(() => expect(descriptions(phone)).toEqual([EMPTY]))
  type(phone, '12')
  fireEvent.submit(phone.form!)
  await waitFor(() => expect(descriptions(phone)).toEqual(['This is not a phone number.']))
  expect(alerts()).toHaveLength(1)
})

/** An upload that ends when the test says so. */
class Upload extends EventTarget {
  static readonly sent: Upload[] = []
  readonly upload = new EventTarget()
  status = 0
  response = ''
  form: FormData | undefined
  open = () => {}
  setRequestHeader = () => {}
  getAllResponseHeaders = () => 'content-type: application/json'
  send = (form: FormData) => {
    this.form = form
    Upload.sent.push(this)
  }

  end(answer: object): void {
    this.status = 200
    this.response = JSON.stringify(answer)
    this.dispatchEvent(new Event('load'))
  }
}

const pdf = (name: string, facts: { type?: string; size?: number } = {}) => {
  const file = new File(['%PDF-'], name, { type: facts.type ?? 'application/pdf' })
  if (facts.size !== undefined) Object.defineProperty(file, 'size', { value: facts.size })
  return file
}
const fileInput = () => screen.findByLabelText<HTMLInputElement>(/^Drop files here/)
const choose = async (...files: readonly File[]) =>
  fireEvent.change(await fileInput(), { target: { files } })
const chosen = () =>
  [...document.querySelectorAll('[aria-label="Chosen files"] li')].map(
    ({ textContent }) => textContent,
  )

async function openPassportForm(): Promise<void> {
  openPage('/en/profile/passport')
  await screen.findAllByText('Not started')
  fireEvent.click(row('Passport').getByText('Start'))
}

test('a document is sent with its files and shows how far; the other documents stay as they are', async () => {
  vi.stubGlobal('XMLHttpRequest', Upload)
  await openPassportForm()
  type(await input('First name'), 'Ada')
  type(await input('Last name'), 'Lovelace')
  expect([chosen(), document.querySelector('[aria-label="Chosen files"]')]).toEqual([[], null])
  await choose(pdf('front.pdf'), pdf('back.pdf'))
  expect(screen.queryByText(/^Sent \d/)).toBeNull()
  ;(await input('Last name')).focus()
  await press('Send for review')
  await screen.findAllByText(/0\s?%/)
  const upload = Upload.sent.at(-1)!
  expect([...upload.form!].map(([name, value]) => [name, (value as File).name ?? value])).toEqual([
    ['name', 'Ada'],
    ['surname', 'Lovelace'],
    ['files', 'front.pdf'],
    ['files', 'back.pdf'],
  ])
  upload.end({ state: 'success', data: { ...none('PASSPORT'), status: 'PENDING' }, errors: [] })
  await screen.findByText('In review')
  expect(document.activeElement).toBe(screen.getByText('Passport', { selector: 'h2' }))
  expect(document.querySelector('form')).toBeNull()
  expect(screen.getAllByText('Not started')).toHaveLength(3)
  expect(rows()).toEqual(['Passport', 'Address', 'Phone', 'Company'])
  expect(service.count('GET /v1/verifications')).toBe(1)
})

test('a phone number is sent without a bar of progress', async () => {
  vi.stubGlobal('XMLHttpRequest', Upload)
  openPage('/en/profile/additional')
  await screen.findAllByText('Not started')
  fireEvent.click(row('Phone').getByText('Start'))
  type(await input('Phone number'), '+49 30 123456')
  const button = await findButton('Send for review')
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(screen.queryByText(/0\s?%/)).toBeNull()
})

test('a form whose fields were emptied again is closed after a reload', async () => {
  await openPassportForm()
  type(await input('First name'), 'Ada')
  type(await input('First name'), '')
  cleanup()
  openPage('/en/profile/passport')
  await screen.findAllByText('Not started')
  expect(screen.getAllByText('Start')).toHaveLength(4)
})

test('files that the service could not use are named at the field until others are chosen', async () => {
  vi.stubGlobal('XMLHttpRequest', Upload)
  await openPassportForm()
  type(await input('First name'), 'Ada')
  type(await input('Last name'), 'Lovelace')
  await press('Send for review')
  const files = await fileInput()
  await waitFor(() => expect(descriptions(files)).toEqual(['Choose at least one file.']))
  expect(alerts()).toHaveLength(1)
  await choose(pdf('front.pdf'))
  expect([descriptions(files), files.getAttribute('aria-invalid')]).toEqual([[], null])
  await press('Send for review')
  await screen.findAllByText(/0\s?%/)
  Upload.sent.at(-1)!.end({ state: 'error', data: null, errors: { files: 'invalid_format' } })
  await waitFor(() => expect(descriptions(files)[0]).toMatch(/^A file could not be used\./))
  expect([alerts().length, files.getAttribute('aria-invalid')]).toEqual([1, 'true'])
  expect(screen.queryByText(/0\s?%/)).toBeNull()
  expect(chosen()).toEqual(['front.pdf'])
})

test('a wrong entry and missing files are shown together, each at its field', async () => {
  await openPassportForm()
  await press('Send for review')
  await waitFor(() => expect(alerts()).toEqual([EMPTY, EMPTY, 'Choose at least one file.']))
  expect(descriptions(await input('First name'))).toEqual([EMPTY])
})

test.each([
  ['of another type', [pdf('a.txt', { type: 'text/plain' })], 'Choose PDF, PNG or JPEG files.'],
  [
    'of two types',
    [pdf('a.pdf'), pdf('b.txt', { type: 'text/plain' })],
    'Choose PDF, PNG or JPEG files.',
  ],
  ['of 15 MB', [pdf('a.pdf'), pdf('b.pdf', { size: 15_000_000 })], 'A file must be under 15 MB.'],
  [
    'with a name twice',
    [pdf('a.pdf'), pdf('A.PDF')],
    'A file of this name is already in the list.',
  ],
  ['six', [...'abcdef'].map((name) => pdf(`${name}.pdf`)), 'Send at most 5 files.'],
])('files %s are not taken, and the field says why', async (_name, files, problem) => {
  await openPassportForm()
  await choose(...files)
  const zone = await fileInput()
  expect([chosen(), descriptions(zone), alerts()]).toEqual([[], [problem], [problem]])
  expect(zone.getAttribute('aria-invalid')).toBe('true')
})

test('five files under 15 MB are taken, also one by one and by dropping; names that differ when small do', async () => {
  await openPassportForm()
  const zone = (await fileInput()).closest('label')!
  expect(fireEvent.dragOver(zone)).toBe(false)
  const files = [
    pdf('a.pdf', { size: 14_999_999 }),
    pdf('b.pdf'),
    pdf('c.png', { type: 'image/png' }),
  ]
  expect(fireEvent.drop(zone, { dataTransfer: { files } })).toBe(false)
  expect(chosen()).toEqual(['a.pdf', 'b.pdf', 'c.png'])
  // "ß" is "SS" in capitals, which is another name.
  await choose(pdf('ss.pdf'), pdf('ß.pdf'))
  expect(alerts()).toEqual([])
  expect(chosen()).toHaveLength(5)
  await choose(pdf('f.pdf'))
  expect([chosen().length, alerts()]).toEqual([5, ['Send at most 5 files.']])
  // A dialog that is closed without a choice changes neither the files nor what is wrong.
  fireEvent.click(screen.getByLabelText('Remove b.pdf'))
  expect(chosen()).toEqual(['a.pdf', 'c.png', 'ss.pdf', 'ß.pdf'])
})

test('no file chosen changes nothing: an error of the service stays', async () => {
  await openPassportForm()
  await press('Send for review')
  const files = await fileInput()
  await waitFor(() => expect(descriptions(files)).toHaveLength(1))
  await choose()
  expect(descriptions(files)).toEqual(['Choose at least one file.'])
})
