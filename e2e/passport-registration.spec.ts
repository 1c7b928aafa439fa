import { randomBytes } from 'node:crypto'

import type { Page } from '@playwright/test'

import { failCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { as, officeAddress, passportAddress } from './http.ts'
import { latestMail } from './mail.ts'
import { addressIn, TEST_LANGUAGE } from './other-language.ts'
import { logIn, passportPage, signInRequest } from './passport-pages.ts'
import { makePartner, publicConfig, register } from './partners.ts'
import { product } from './product.ts'
import { remember } from './secrets.ts'

const newForm = () => ({
  firstName: 'Ines',
  lastName: 'Ferreira',
  email: `ines-${randomBytes(6).toString('hex')}@example.com`,
  password: `Secret-${randomBytes(9).toString('hex')}`,
})

const countryName = (code: string): string =>
  new Intl.DisplayNames(TEST_LANGUAGE, { type: 'region' }).of(code)!

async function fillIn(page: Page, form: ReturnType<typeof newForm>): Promise<void> {
  await page.getByLabel('First name').fill(form.firstName)
  await page.getByLabel('Last name').fill(form.lastName)
  await page.getByLabel('Email').fill(form.email)
  await page.getByLabel('Country').selectOption({ label: countryName('PT') })
  await page.getByLabel('Password', { exact: true }).fill(form.password)
}

const create = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign up' }).click()

const openRegistration = async (page: Page, referral: object = {}): Promise<void> => {
  const { application } = await signInRequest()
  await page.goto(passportPage('registration', { application, ...referral }))
}

test('API-051 the external registration takes application and referral: from the invitation to the back office', async ({
  page,
}) => {
  const sponsor = await makePartner()
  const { invite, firstName, lastName } = (await as(sponsor)(
    'GET',
    officeAddress('/v1/profile'),
  )) as { invite: string; firstName: string; lastName: string }
  await page.goto(`/en/registration/${invite}`)
  await expect(page.getByText('You were invited by')).toBeVisible()
  await expect(page.getByText(`${firstName} ${lastName}`, { exact: true })).toBeVisible()
  const form = newForm()
  remember(form.password)
  await fillIn(page, form)
  const call = page.waitForRequest(passportAddress('/v1/registration'))
  await create(page)
  const { product: application } = await publicConfig()
  expect((await call).postDataJSON()).toEqual({
    ...form,
    country: 'PT',
    language: TEST_LANGUAGE,
    application,
    referral: invite,
  })
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expect(page.getByText(form.email)).toBeVisible()

  const [link = ''] = (await latestMail(form.email)).links
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, form)
  await page.waitForURL(`${product().office}/en/**`)
  await expect(page.getByRole('heading', { name: 'Before you continue' })).toBeVisible()

  await page.getByRole('switch', { name: 'Select all documents' }).check()
  await page.getByRole('switch', { name: 'I agree' }).check()
  await page.getByRole('button', { name: 'Accept and continue' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByText(/^Nobody is in your team yet/)).toBeVisible()
  await expect(page.getByText(/^Nothing counts yet/)).toBeVisible()

  const [newcomer] = await firstLineOf(sponsor)
  expect(newcomer).toMatchObject({ firstName: form.firstName, lastName: form.lastName })
})

async function firstLineOf(partner: Awaited<ReturnType<typeof makePartner>>): Promise<object[]> {
  const path = officeAddress(`/v1/team?sponsorId=${partner.id}`)
  const { content } = (await as(partner)('GET', path)) as { content: object[] }
  return content
}

test('each error is shown at its field, and the first wrong field gets the focus', async ({
  page,
}) => {
  const taken = await register()
  await openRegistration(page)
  await create(page)
  for (const label of ['First name', 'Last name', 'Email', 'Country']) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription('Please fill this in.')
  }
  await expect(page.getByLabel('First name')).toBeFocused()

  await fillIn(page, { ...newForm(), firstName: 'Инес', email: 'no address', password: 'short' })
  await expect(page.getByLabel('Country')).toHaveAccessibleDescription('')
  await create(page)
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Use Latin letters only.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'This is not an email address.',
  )
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    '8 characters or more Use 8 to 256 characters, and no common password.',
  )

  await fillIn(page, { ...newForm(), email: taken.email })
  await create(page)
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This is already in use.')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('an unknown invite code is shown as such at once and can be removed; without an answer the code is shown', async ({
  page,
}) => {
  const restore = await failCall(page, '/v1/profile/public', 'down')
  await openRegistration(page, { referral: 'nobody has this).' })
  await expect(page.getByText('You were invited with the code')).toBeVisible()
  await restore()
  await page.reload()
  await expect(page.getByText('The code nobodyhasthis does not exist.')).toBeVisible()
  const form = newForm()
  remember(form.password)
  await fillIn(page, form)
  await create(page)
  const goOn = page.getByRole('button', { name: 'Continue without a sponsor' })
  await expect(goOn).toBeFocused()
  await goOn.click()
  await expect(page).not.toHaveURL(/referral/)
  await expect(page.getByLabel('First name')).toHaveValue(form.firstName)
  await create(page)
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
})

test('countries are named in the language of the page, and a failed load is retried', async ({
  page,
}) => {
  const { application } = await signInRequest()
  const restore = await failCall(page, '/v1/countries/registration', 'down')
  await page.goto(passportPage('registration', { application }, 'de'))
  const country = page.getByLabel('Land')
  await expect(country).toHaveAccessibleDescription(/konnte nicht geladen werden/)
  await restore()
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await country.selectOption({ label: 'Österreich' })
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('option', { name: 'Austria' })).toBeAttached()
  await expect(page.getByLabel('Country')).toHaveValue('AT')
})

test('a registration without an application begins in the back office, with its sponsor', async ({
  page,
}) => {
  await page.goto(passportPage('registration', { referral: 'abc' }))
  await expect(page.getByRole('link', { name: 'Continue to Partner Office' })).toHaveAttribute(
    'href',
    `${product().office}/en/registration/abc`,
  )
})

test('the token of a mail leaves the address before the first request, and works once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const ask = window.fetch
    window.fetch = (...question) => {
      document.documentElement.dataset['askedFrom'] ??= window.location.href
      return ask(...question)
    }
  })
  const { email } = await register()
  const [link = ''] = (await latestMail(email)).links
  remember(new URL(link).hash.slice('#token='.length))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  const address = addressIn(passportAddress('/en/confirm'))
  await expect(page).toHaveURL(address)
  await expect(page.locator('html')).toHaveAttribute('data-asked-from', address)

  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    `${product().office}/en/login`,
  )
  await page.getByRole('link', { name: 'Reset your password' }).click()
  await expect(page).toHaveURL(/\/en\/forgot$/)
})

test('a confirmation without an answer can be retried', async ({ page }) => {
  const { email } = await register()
  const [link = ''] = (await latestMail(email)).links
  const restore = await failCall(page, '/v1/registration/confirm', 'down')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: /is not confirmed yet/ })).toBeVisible()
  await restore()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
})
