import { randomBytes } from 'node:crypto'

import type { Page } from '@playwright/test'

import { failCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { as, passportAddress } from './http.ts'
import { latestMail } from './mail.ts'
import { logIn, openLogin, passportPage, signInRequest, untilBack } from './passport-pages.ts'
import { makePartner } from './partners.ts'
import { product } from './product.ts'
import { remember } from './secrets.ts'

async function askForLetter(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

test('a forgotten password is replaced through a mail, and every session ends', async ({
  page,
}) => {
  const partner = await makePartner({ termsAccepted: false })
  await openLogin(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await askForLetter(page, partner.email)
  const [link = ''] = (await latestMail(partner.email)).links
  const password = `Secret-${randomBytes(9).toString('hex')}`
  remember(password, new URL(link).hash.slice('#token='.length))

  await page.goto(link)
  await expect(page).toHaveURL(passportAddress('/en/reset'))
  const field = page.getByLabel('New password')
  await field.fill('short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(field).toHaveAccessibleDescription(
    '8 characters or more Use 8 to 256 characters, and no common password.',
  )
  await field.fill(password)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    `${product().office}/en/login`,
  )
  await expect(as(partner)('GET', passportAddress('/v1/user'))).rejects.toThrow(/invalid_token/)

  const back = await untilBack(page)
  await openLogin(page)
  await logIn(page, { email: partner.email, password })
  await back()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeFocused()
})

test('an unknown address gets the same answer as a known one, and another mail has to wait', async ({
  page,
}) => {
  const { email } = await makePartner({ termsAccepted: false })
  const said: string[] = []
  for (const asked of [email, 'nobody-at-all@example.com']) {
    await page.goto(passportPage('forgot', await signInRequest()))
    await askForLetter(page, asked)
    const again = page.getByRole('button', { name: /^Send again in (1:00|0:5\d)$/ })
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    said.push((await page.getByRole('main').innerText()).replace(asked, '').replace(/\d:\d\d/, ''))
  }
  expect(said[1]).toBe(said[0])

  await page.clock.install()
  await page.getByRole('button', { name: 'Use another email address' }).click()
  await askForLetter(page, email)
  await page.clock.runFor(61_000)
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Send again in / })).toBeVisible()
})

test('a second mail link works in the same window, and a link that cannot be checked shows its form', async ({
  page,
}) => {
  await page.goto(passportAddress('/en/reset'))
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await failCall(page, '/v1/password/reset/check', 'down')
  await page.goto(passportAddress('/en/reset#token=another'))
  await expect(page.getByLabel('New password')).toBeVisible()
  await expect(page).toHaveURL(passportAddress('/en/reset'))
})
