import type { Page } from '@playwright/test'

import { openBackPage } from './drawn-pages.ts'
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
  test('STA-024 STA-025 STA-026 STA-027 it names the error; Retry starts again from authorization, Log out ends the session', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn()
    const stop = await failCall(page, '/v1/profile', { code: 'profile_not_found' })
    await page.goto('/en/dashboard')
    await expect(page.getByRole('heading', { name: 'The page could not be loaded' })).toBeVisible()
    await expect(page.getByText('Your profile was not found.')).toBeVisible()
    await expect(page.getByText(/^Code profile_not_found, \d\d:\d\d UTC$/)).toBeVisible()
    await retry(page).click()
    await expect(page.getByText('Your profile was not found.')).toBeVisible()
    await stop()
    const checked = page.waitForRequest('**/oauth/check_token')
    await retry(page).click()
    await checked
    await expect(dashboard(page)).toBeVisible()

    await failCall(page, '/v1/profile', { code: 'profile_not_found' })
    await page.reload()
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
  test('ERR-008 STA-023 STA-029 an account that is blocked meanwhile shows the account-blocked screen; its one button logs out', async ({
    page,
    context,
    signIn,
  }) => {
    const { id } = await signIn()
    const release = await slowCall(page, FIGURES)
    await page.goto('/en/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await office(`partner block ${id}`)
    await release()
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
      await openBackPage(page, address)
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

  test('ERR-007 ERR-010 ERR-031 a failing call keeps its defaults, a server error is notified, and terms that came into force open the gate', async ({
    page,
    signIn,
  }) => {
    await signIn()
    const alerts = page.getByRole('alert')
    const defaults = ['/v1/user', '/v1/user/activity', '/v1/balances']
    for (const path of defaults) {
      await failCall(page, path, { code: 'internal_server_error', status: 500 })
    }
    const failed = page.waitForResponse(/\/v1\/balances/)
    await page.goto('/en/dashboard')
    await failed
    await page.waitForLoadState('networkidle')
    await expect(dashboard(page)).toBeVisible()
    await expect(page.getByText('Unknown')).toHaveCount(2)
    await expect(alerts.getByText(/./)).toHaveCount(0)

    const stop = await failCall(page, FIGURES, { code: 'internal_server_error', status: 503 })
    await page.reload()
    await expect(alerts.getByText('The server could not answer.').first()).toBeVisible()
    await expect(dashboard(page)).toBeVisible()
    await stop()

    await failCall(page, FIGURES, { code: 'terms_not_accepted' })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Before you continue' })).toBeVisible()
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

test('the error screens are accessible', async ({ page, signIn }) => {
  const language = LANGUAGES.at(-1)!
  const { id } = await signIn({ language })
  const size = page.viewportSize()!
  for (const { name, title, fault } of STATES) {
    await page.setViewportSize(size)
    const stop = await failCall(page, '/v1/profile', fault)
    await page.goto(`/${language}/dashboard`)
    const words = title === '429' ? title : officeText(language, title)
    await expect(page.getByRole('heading', { name: words }), name).toBeVisible()
    await expectUsable(page)
    await stop()
  }
  await page.setViewportSize(size)
  await office(`partner block ${id}`)
  await page.goto(`/${language}/dashboard`)
  const title = officeText(language, 'blocked.title')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expectUsable(page)
})
