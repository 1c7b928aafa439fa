import type { Page } from '@playwright/test'

import { type Fault, failCall, slowCall } from './faults.ts'
import { expect, expectAsWritten, test } from './fixtures.ts'
import { as, passportAddress } from './http.ts'
import { backPages } from './office-pages.ts'
import { LANGUAGES, officeText } from './office-texts.ts'
import { office } from './operators.ts'
import { product } from './product.ts'
import { sessionOf } from './session-cookie.ts'
import { expectUsable } from './usable.ts'

const FIGURES = '/v1/bonus/turnover/rang'

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' })
const logOut = (page: Page) => page.getByRole('button', { name: 'Log out' })
const blocked = (page: Page) => page.getByRole('heading', { name: 'This account is blocked' })

test.describe('the generic error', () => {
  test('STA-024 STA-025 it has a title and names the error', async ({ page, signIn }) => {
    await signIn()
    await failCall(page, '/v1/profile', { code: 'profile_not_found' })
    await page.goto('/en/dashboard')
    await expect(page.getByRole('heading', { name: 'The page could not be loaded' })).toBeVisible()
    await expect(page.getByText('Your profile was not found.')).toBeVisible()
    await expect(page.getByText(/^Code profile_not_found, \d\d:\d\d UTC$/)).toBeVisible()
  })

  test('STA-026 Retry starts again from authorization', async ({ page, signIn }) => {
    await signIn()
    const stop = await failCall(page, '/v1/profile', { code: 'profile_not_found' })
    await page.goto('/en/dashboard')
    await retry(page).click()
    await expect(page.getByText('Your profile was not found.')).toBeVisible()
    await stop()
    await retry(page).click()
    await expect(dashboard(page)).toBeVisible()
  })

  test('STA-027 with a session there is Log out, which ends it', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn()
    await failCall(page, '/v1/profile', { code: 'profile_not_found' })
    await page.goto('/en/dashboard')
    await logOut(page).click()
    await expectAsWritten(page).toHaveURL(`${product().office}/en`)
    expect(await sessionOf(context)).toBeUndefined()
  })

  test('STA-027 without a session there is no Log out', async ({ page }) => {
    await failCall(page, '/oauth/check_token', 'down')
    await page.goto('/en/catch?token=unreadable')
    await expect(retry(page)).toBeVisible()
    await expect(logOut(page)).toBeHidden()
  })
})

test.describe('a blocked account', () => {
  test('STA-023 STA-029 the account-blocked screen has one button, which logs out', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn({ blocked: true })
    await page.goto('/en/dashboard')
    await expect(blocked(page)).toBeVisible()
    const buttons = page.getByRole('main').getByRole('button')
    await expect(buttons).toHaveText(['OK'])
    await buttons.click()
    await expectAsWritten(page).toHaveURL(`${product().office}/en`)
    expect(await sessionOf(context)).toBeUndefined()
  })

  test('STA-030 every page of the back office shows only that screen', async ({ page, signIn }) => {
    await signIn({ blocked: true })
    const pages = backPages('en')
    expect(pages.map(([name]) => name)).toContain('dashboard')
    for (const [name, address] of pages) {
      await page.goto(address)
      await expect(blocked(page), name).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Menu' }), name).toBeHidden()
    }
  })
})

test.describe('errors of a call that concern the whole session', () => {
  test('ERR-006 a session that ended elsewhere shows an error, and Retry leads to the sign-in', async ({
    page,
    context,
    signIn,
  }) => {
    const partner = await signIn()
    const release = await slowCall(page, FIGURES)
    await page.goto('/en/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await as(partner)('DELETE', passportAddress('/oauth/token/revoke'))
    await release()

    await expect(page.getByText('Your session has ended. Log in again.')).toBeVisible()
    await expect(logOut(page)).toBeVisible()
    expect(await sessionOf(context)).toBe(partner.token)
    await retry(page).click()
    await expect(page).toHaveURL(new RegExp(`^${product().passport}/en/login`))
    expect(await sessionOf(context)).toBeUndefined()
  })

  test('ERR-007 terms that came into force meanwhile open the gate', async ({ page, signIn }) => {
    await signIn()
    await failCall(page, FIGURES, { code: 'terms_not_accepted' })
    await page.goto('/en/dashboard')
    await expect(page.getByRole('heading', { name: 'Before you continue' })).toBeVisible()
  })

  test('ERR-008 an account that is blocked meanwhile shows the account-blocked screen', async ({
    page,
    signIn,
  }) => {
    const { id } = await signIn()
    const release = await slowCall(page, FIGURES)
    await page.goto('/en/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await office(`partner block ${id}`)
    await release()
    await expect(blocked(page)).toBeVisible()
  })

  test('ERR-009 too many requests show the title 429, and Retry waits as long as the answer says', async ({
    page,
    signIn,
  }) => {
    await signIn()
    const fault = { code: 'too_many_requests', status: 429, retryAfter: 30 } as const
    const stop = await failCall(page, FIGURES, fault)
    await page.clock.install()
    await page.goto('/en/dashboard')
    await expect(page.getByRole('heading', { name: '429', exact: true })).toBeVisible()
    await expect(
      page.getByText('Too many requests in a short time. Wait a moment, then try again.'),
    ).toBeVisible()
    await expect(retry(page)).toBeDisabled()
    await expect(page.getByText(/^Try again in \d+ seconds\.$/).first()).toBeVisible()

    await stop()
    await page.clock.fastForward(30_000)
    await expect(retry(page)).toBeEnabled()
    await retry(page).click()
    await expect(dashboard(page)).toBeVisible()
  })

  test('ERR-010 a server error is shown in a notification', async ({ page, signIn }) => {
    await signIn()
    await failCall(page, FIGURES, { code: 'internal_server_error', status: 503 })
    await page.goto('/en/dashboard')
    const notification = page.getByRole('alert').getByText('The server could not answer.')
    await expect(notification.first()).toBeVisible()
    await expect(dashboard(page)).toBeVisible()
  })

  test('ERR-031 failures of the user and balances calls keep the defaults and show no error', async ({
    page,
    signIn,
  }) => {
    await signIn()
    for (const path of ['/v1/user', '/v1/user/activity', '/v1/balances']) {
      await failCall(page, path, { code: 'internal_server_error', status: 500 })
    }
    const failed = page.waitForResponse(/\/v1\/balances/)
    await page.goto('/en/dashboard')
    await failed
    await page.waitForLoadState('networkidle')
    await expect(dashboard(page)).toBeVisible()
    await expect(page.getByText('Unknown')).toHaveCount(2)
    await expect(page.getByRole('alert').getByText(/./)).toHaveCount(0)
  })
})

const STATES: readonly { name: string; title: 'error.title' | '429'; fault: Fault }[] = [
  { name: 'the generic error', title: 'error.title', fault: { code: 'profile_not_found' } },
  {
    name: 'too many requests',
    title: '429',
    fault: { code: 'too_many_requests', status: 429, retryAfter: 60 },
  },
]

for (const language of LANGUAGES) {
  for (const { name, title, fault } of STATES) {
    test(`${name} is accessible, ${language}`, async ({ page, signIn }) => {
      await signIn({ language })
      await failCall(page, '/v1/profile', fault)
      await page.goto(`/${language}/dashboard`)
      const words = title === '429' ? title : officeText(language, title)
      await expect(page.getByRole('heading', { name: words })).toBeVisible()
      await expectUsable(page)
    })
  }

  test(`the account-blocked screen is accessible, ${language}`, async ({ page, signIn }) => {
    await signIn({ blocked: true, language })
    await page.goto(`/${language}/dashboard`)
    const title = officeText(language, 'blocked.title')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectUsable(page)
  })
}
