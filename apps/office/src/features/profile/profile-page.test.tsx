// @vitest-environment jsdom
import { NOTIFICATION_KEYS } from '@partner-office/domain'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { PROFILE } from '../../testing/open.ts'
import { type Opened, openPage } from '../../testing/open-page.ts'
import { plainText, plainTexts } from '../../testing/plain-text.ts'
import { recordBodies, refusal, success } from '../../testing/services.ts'
import { stubWideWindow } from '../../testing/wide-window.ts'
import { NotificationsPage } from './notifications/notifications-page.tsx'
import { ProfilePage } from './profile-page.tsx'

beforeAll(installTopLayer)
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  stubWideWindow()
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const COUNTRIES = 'GET /v1/countries/registration'

/** Opens the profile; returns the bodies that are stored. */
function openProfile({ answers, ...opened }: Opened = {}) {
  const asked = openPage(ProfilePage, '/profile/general', {
    ...opened,
    answers: {
      [COUNTRIES]: success([
        { code: 'DE', label: 'Germany' },
        { code: 'IE', label: 'Ireland' },
      ]),
      'GET /v1/profile': success({ ...PROFILE, version: 'stored-twice' }),
      'PUT /v1/profile': success(PROFILE),
      ...answers,
    },
  })
  return { asked, bodies: recordBodies('/v1/profile') }
}

const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(field(name), { target: { value } })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const bar = () => plainText(document.querySelector('.save-bar > span'))

test('PRF-001 PRF-010 PRF-012 PRF-020 the profile has its sections, fields and choices', async () => {
  openProfile()
  await screen.findByRole('option', { name: 'Ireland' })
  expect(plainTexts(document, 'h2')).toEqual([
    'Photo',
    'Details',
    'Job',
    'Location',
    'Contact details',
    'Additional info',
  ])
  expect(plainTexts(document, '[role=tab]')).toEqual([
    'General',
    'Email notifications',
    'Verification',
    'Security',
  ])
  expect(
    [...document.querySelectorAll('[role=tab]')].map((tab) => tab.getAttribute('href')),
  ).toEqual([
    '/en/profile/general',
    '/en/profile/notifications',
    'http://passport.test/en/profile/passport',
    'http://passport.test/en/profile/security',
  ])
  expect(plainTexts(document, '.field label')).toEqual([
    'First name ',
    'Last name ',
    'Gender optional',
    'Date of birth optional',
    'Position optional',
    'Website optional',
    'Address optional',
    'Country optional',
    'City optional',
    'Postcode optional',
    'Apartment, suite optional',
    'Phone optional',
    'Mobile phone optional',
    'Telegram optional',
    'WhatsApp optional',
    'Viber optional',
    'WeChat optional',
    'Skype optional',
    'Instagram optional',
    'Facebook optional',
    'About you optional',
  ])
  expect(plainTexts(screen.getByLabelText(/^Gender/), 'option')).toEqual([
    'Not given',
    'Male',
    'Female',
  ])
  expect(plainTexts(screen.getByLabelText(/^Position/), 'option')).toEqual([
    'Not given',
    'Employee',
    'Manager',
    'Civil servant',
    'Freelancer',
    'Business owner',
    'Student',
    'Job seeker',
    'Retired',
    'Recruiter',
    'Other',
  ])
  expect(screen.getByLabelText<HTMLSelectElement>(/^Country/).value).toBe('DE')
  expect(bar()).toBe('No unsaved changes')
})

test('PRF-002 PRF-003 PRF-005 what was changed is counted, stored with its version, and read again', async () => {
  const { asked, bodies } = openProfile()
  await screen.findByRole('option', { name: 'Ireland' })
  type(/^City/, 'Cork')
  fireEvent.click(screen.getByRole('switch', { name: /^Hide my contact details/ }))
  expect(bar()).toBe('2 unsaved changes')
  type(/^City/, '')
  expect(bar()).toBe('1 unsaved change')
  type(/^City/, 'Cork')
  fireEvent.click(button('Save'))
  expect(await screen.findByText('Your profile is saved')).toBeDefined()
  expect(bodies).toEqual([{ city: 'Cork', hideContacts: true, version: 'stored-once' }])
  expect(asked('/v1/profile')).toHaveLength(2)
  await vi.waitFor(() => expect(bar()).toBe('No unsaved changes'))
})

test('PRF-004 discarded changes are gone; a required name that is empty is not sent', async () => {
  const { bodies } = openProfile()
  await screen.findByRole('option', { name: 'Ireland' })
  type(/^First name/, '')
  fireEvent.click(button('Save'))
  expect(await screen.findByText('Your profile was not saved')).toBeDefined()
  expect(bar()).toBe('1 unsaved change1 field needs attention')
  expect(field(/^First name/).getAttribute('aria-invalid')).toBe('true')
  expect(bodies).toEqual([])
  fireEvent.click(button('Discard'))
  expect(field(/^First name/).value).toBe('Anna')
})

test('PRF-009 a profile that was stored meanwhile is read again; what was typed stays', async () => {
  const { asked } = openProfile({ answers: { 'PUT /v1/profile': refusal('changed_meanwhile') } })
  await screen.findByRole('option', { name: 'Ireland' })
  type(/^City/, 'Cork')
  fireEvent.click(button('Save'))
  const newest = await screen.findByRole('button', { name: 'Show the newest values' })
  expect(await screen.findByText('Your profile was not saved')).toBeDefined()
  fireEvent.click(newest)
  await vi.waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Show the newest values' })).toBeNull(),
  )
  expect(asked('/v1/profile')).toHaveLength(2)
  expect(field(/^City/).value).toBe('Cork')
})

test.each([
  [refusal('profile_not_found'), 'Your profile was not saved'],
  ['silence' as const, 'Your profile may not be saved'],
])('PRF-007 ERR-032 a failed save keeps the changes', async (answer, title) => {
  openProfile({ answers: { 'PUT /v1/profile': answer } })
  await screen.findByRole('option', { name: 'Ireland' })
  type(/^City/, 'Cork')
  fireEvent.click(button('Save'))
  expect(await screen.findByText(title)).toBeDefined()
  expect(bar()).toBe('1 unsaved change')
})

test('PRF-020 a stored country stays while the countries cannot be read', async () => {
  openProfile({ answers: { [COUNTRIES]: refusal('internal_server_error', 500) } })
  expect(await screen.findByText('The countries could not be loaded.')).toBeDefined()
  const country = screen.getByLabelText<HTMLSelectElement>(/^Country/)
  expect([country.value, plainTexts(country, 'option')]).toEqual(['DE', ['Not given', 'DE']])
  expect(button('Retry')).toBeDefined()
  cleanup()
  openProfile({ profile: { countryId: '' } })
  await screen.findByRole('option', { name: 'Ireland' })
  expect(plainTexts(screen.getByLabelText(/^Country/), 'option')).toEqual([
    'Not given',
    'Germany',
    'Ireland',
  ])
})

test('unsaved changes ask before the page is left', async () => {
  openProfile()
  await screen.findByRole('option', { name: 'Ireland' })
  type(/^City/, 'Cork')
  fireEvent.click(screen.getByRole('tab', { name: 'Email notifications' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stay on this page' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(field(/^City/).value).toBe('Cork')
  fireEvent.click(screen.getByRole('tab', { name: 'Email notifications' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Leave and discard' }))
  await vi.waitFor(() => expect(screen.queryByRole('tab', { name: 'General' })).toBeNull())
  expect(sessionStorage.length).toBe(0)
})

test('PRF-033 PRF-035 the picture can be taken from Gravatar, or fails', async () => {
  openProfile({ answers: { 'POST /v1/profile/gravatar': success({ avatar: '' }) } })
  fireEvent.click(await screen.findByRole('button', { name: /Gravatar/ }))
  expect(await screen.findByText('Your Gravatar photo is shown now')).toBeDefined()
  cleanup()
  openProfile({ answers: { 'POST /v1/profile/gravatar': refusal('internal_server_error', 500) } })
  fireEvent.click(await screen.findByRole('button', { name: /Gravatar/ }))
  expect(await screen.findByText('The Gravatar photo could not be loaded.')).toBeDefined()
})

test('PRF-023 PRF-025 PRF-026 PRF-028 a file that is no picture, too large or too small is not taken', async () => {
  openProfile()
  fireEvent.click(await screen.findByRole('button', { name: 'Upload photo' }))
  const dialog = await screen.findByRole('dialog')
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]')!
  const choose = (file: File) => fireEvent.change(input, { target: { files: [file] } })
  choose(new File(['x'], 'letter.txt', { type: 'text/plain' }))
  const alert = await within(dialog).findByText(/letter\.txt/)
  expect(alert.textContent).toBe(
    'letter.txt is not an image that this browser can read. Choose another file.',
  )
  const large = new File(['x'], 'large.png', { type: 'image/png' })
  Object.defineProperty(large, 'size', { value: 99_000_000 })
  choose(large)
  expect((await within(dialog).findByText(/large\.png/)).textContent).toBe(
    'large.png is too large. Choose an image of up to 1024 KB.',
  )
  vi.stubGlobal('createImageBitmap', async () => ({ width: 299, height: 400 }))
  choose(new File(['x'], 'small.png', { type: 'image/png' }))
  expect((await within(dialog).findByText(/small\.png/)).textContent).toBe(
    'small.png is 299 × 400 px. Choose an image of at least 300 × 300 px.',
  )
  vi.stubGlobal('createImageBitmap', async () => ({ width: 300, height: 400 }))
  choose(new File(['x'], 'good.png', { type: 'image/png' }))
  expect(await screen.findByRole('slider')).toBeDefined()
})

const SETTINGS = Object.fromEntries(
  NOTIFICATION_KEYS.map((key) => [
    key,
    { value: key !== 'newsletters', disabled: key === 'invoices' || key === 'accountActivity' },
  ]),
)
const STORED = '/v1/notification-settings'

function openNotifications(answers: Opened['answers'] = {}) {
  openPage(NotificationsPage, '/profile/notifications', {
    answers: {
      [`GET ${STORED}`]: success(SETTINGS),
      [`PUT ${STORED}`]: success({ ...SETTINGS, newsletters: { value: true, disabled: false } }),
      ...answers,
    },
  })
  return recordBodies(STORED)
}
const switchOf = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('switch', { name })

test('NOT-001 NOT-003 NOT-005 mails have switches in groups; all of them but those that are always on', async () => {
  const bodies = openNotifications()
  const all = await screen.findByRole<HTMLInputElement>('switch', { name: 'All emails' })
  expect(all.checked).toBe(false)
  expect(screen.getByText('15 of 16 are on. Turn this on to get all of them.')).toBeDefined()
  expect(plainTexts(document, '.mail-groups h2')).toEqual(['Money', 'Account', 'Team'])
  expect(document.querySelectorAll('.mail-groups li')).toHaveLength(15)
  expect(screen.getAllByText('Always on')).toHaveLength(2)
  expect(
    screen.getAllByRole<HTMLInputElement>('switch').filter(({ disabled }) => disabled).length,
  ).toBeGreaterThanOrEqual(2)
  fireEvent.click(all)
  expect(await screen.findByText('Your choice is saved')).toBeDefined()
  expect(bodies).toEqual([
    Object.fromEntries(
      NOTIFICATION_KEYS.filter((key) => !SETTINGS[key]!.disabled).map((key) => [key, true]),
    ),
  ])
  await vi.waitFor(() => expect(switchOf('All emails').checked).toBe(true))
  expect(
    screen.getByText('16 of 16 are on. Turn this off to get only the emails that are always on.'),
  ).toBeDefined()
})

test('NOT-007 NOT-010 one mail is switched; what is not stored is switched back, and said', async () => {
  const bodies = openNotifications({ [`PUT ${STORED}`]: refusal('internal_server_error', 500) })
  await screen.findByRole('switch', { name: 'All emails' })
  const [, letters] = screen.getAllByRole<HTMLInputElement>('switch')
  fireEvent.click(letters!)
  await vi.waitFor(() => expect(bodies).toEqual([{ newsletters: true }]))
  expect(await screen.findByText('Data could not be loaded. Please try again later.')).toBeDefined()
  expect(letters!.checked).toBe(false)
})

test('PWA-001 PWA-003 PWA-006 a browser without workers can keep no dashboard and show no messages', async () => {
  openNotifications()
  expect(await screen.findByText('This browser cannot keep the dashboard.')).toBeDefined()
  expect(switchOf(/^Keep the last dashboard/).disabled).toBe(true)
  expect(screen.getByText(/^This browser cannot show messages of this page/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Allow messages' })).toBeNull()
  // The stubbed window matches every query, also that of an installed app.
  expect(screen.getByText('The office is installed on this device.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
})
