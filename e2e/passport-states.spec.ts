import type { Page } from '@playwright/test'

import { answerCall, failCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { passportAddress } from './http.ts'
import { TEST_LANGUAGE } from './other-language.ts'
import { expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'
import { openLogin, passportPage, signInRequest } from './passport-pages.ts'

const send = (page: Page): Promise<void> => page.locator('button[type=submit]').click()

async function typeCredentials(page: Page): Promise<void> {
  await page.locator('[name=email]').fill('a.person.with.a.long.name@subdomain.example.com')
  await page.locator('[name=password]').fill('whatever it is')
}

async function refuseLogin(
  page: Page,
  code: 'user_account_locked' | 'unverified_user',
): Promise<void> {
  await failCall(page, '/v1/login', { code })
  await typeCredentials(page)
  await send(page)
  await expect(page.getByRole('alert')).toBeVisible()
}

type State = (page: Page, locale: string) => Promise<void>

/** How to reach each state; answers that only a service could give are mocked. */
const STATES: Readonly<Record<string, State>> = {
  'log-in': (page, locale) => openLogin(page, locale),
  'log-in with empty fields': async (page, locale) => {
    await openLogin(page, locale)
    await send(page)
    await expect(page.getByRole('alert').first()).toBeVisible()
  },
  'log-in to a locked account': async (page, locale) => {
    await openLogin(page, locale)
    await refuseLogin(page, 'user_account_locked')
  },
  'log-in with an unconfirmed address': async (page, locale) => {
    await openLogin(page, locale)
    await refuseLogin(page, 'unverified_user')
  },
  'log-in tried too often': async (page, locale) => {
    await openLogin(page, locale)
    const fault = { code: 'too_many_requests', status: 429, retryAfter: 60 } as const
    await failCall(page, '/v1/login', fault)
    await typeCredentials(page)
    await send(page)
    await expect(page.getByRole('alert')).toBeVisible()
  },
  code: async (page, locale) => {
    await answerCall(page, '/v1/login', { twoFaRequired: true })
    await openLogin(page, locale)
    await typeCredentials(page)
    await send(page)
    await expect(page.locator('[name=code]')).toBeFocused()
  },
  'log-in from nowhere': async (page, locale) => {
    await page.goto(passportPage('login', {}, locale))
  },
  'the language menu': async (page, locale) => {
    await openLogin(page, locale)
    await page.getByRole('button', { expanded: false }).click()
  },
  registration: async (page, locale) => {
    const query = { ...(await signInRequest()), referral: 'K7M2QX' }
    await page.goto(passportPage('registration', query, locale))
    await expect(page.locator('option[value=PT]')).toBeAttached()
  },
  'registration with empty fields': async (page, locale) => {
    await page.goto(passportPage('registration', await signInRequest(), locale))
    await expect(page.locator('option[value=PT]')).toBeAttached()
    await send(page)
    await expect(page.getByRole('alert').first()).toBeVisible()
  },
  'registration without countries': async (page, locale) => {
    await failCall(page, '/v1/countries/registration', 'down')
    await page.goto(passportPage('registration', await signInRequest(), locale))
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'mail of the registration sent': async (page, locale) => {
    await answerCall(page, '/v1/registration', { userId: 1 })
    await page.goto(passportPage('registration', await signInRequest(), locale))
    await page.locator('[name=country]').selectOption('PT')
    await page.locator('[name=firstName]').fill('Ines')
    await page.locator('[name=lastName]').fill('Ferreira')
    await typeCredentials(page)
    await send(page)
    await expect(page.locator('form')).toBeHidden()
  },
  'confirmation done': async (page, locale) => {
    await answerCall(page, '/v1/registration/confirm', {})
    await page.goto(passportAddress(`/${locale}/confirm#token=x`))
  },
  'confirmation with an old link': async (page, locale) => {
    await page.goto(passportAddress(`/${locale}/confirm`))
  },
  'forgotten password': async (page, locale) => {
    await page.goto(passportPage('forgot', {}, locale))
  },
  'mail of the reset sent': async (page, locale) => {
    await answerCall(page, '/v1/password/forgot', {})
    await page.goto(passportPage('forgot', {}, locale))
    await page.locator('[name=email]').fill('a.person.with.a.long.name@subdomain.example.com')
    await send(page)
    await expect(page.locator('[name=email]')).toBeHidden()
  },
  'new password': async (page, locale) => {
    await answerCall(page, '/v1/password/reset/check', { email: 'ada@example.com' })
    await page.goto(passportAddress(`/${locale}/reset#token=x`))
    await page.locator('[name=password]').fill('short')
  },
  'new password with an old link': async (page, locale) => {
    await page.goto(passportAddress(`/${locale}/reset`))
  },
  'page not found': async (page, locale) => {
    await page.goto(passportPage('nothing/here', {}, locale))
  },
}

/** Each state is looked at in one of these, in turn: a page has states in both. */
const VIEWS = [
  ['light', TEST_LANGUAGE],
  ['dark', TEST_LANGUAGE === 'en' ? 'ar' : TEST_LANGUAGE],
] as const

for (const [at, [name, reach]] of Object.entries(STATES).entries()) {
  test(`the state "${name}" is accessible, on the smallest phone too`, async ({ page }) => {
    const [colorScheme, locale] = VIEWS[at % VIEWS.length]!
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ colorScheme })
    await reach(page, locale)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  })
}
