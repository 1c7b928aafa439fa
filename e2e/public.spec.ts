import { directionOf } from '@partner-office/locales'
import type { BrowserContext, Page } from '@playwright/test'

import { machineNow } from './clock.mjs'
import { configure } from './configure.ts'
import { expect, test } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import { addressIn, TEST_LANGUAGE } from './other-language.ts'
import { expectAccessible, expectNoHorizontalScroll, layoutShift } from './page-checks.ts'
import { makePartner, publicConfig } from './partners.ts'
import { product } from './product.ts'
import { cookieOf } from './session-cookie.ts'

const YEAR_S = 31_536_000
const DAY_MS = 86_400_000

const PROMOTION = {
  bullBanner: 'TRUE',
  bullPromoPeriodStart: String(Date.now() - DAY_MS),
  bullPromoPeriodEnd: new Date(Date.now() + 2 * DAY_MS).toISOString(),
  bullPromoCode: 'AUTUMN10',
  bullPromoCodeValue: '10%',
  bullBotAppUrl: 'https://bot.example.test/app',
}

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const popup = (page: Page) => page.getByRole('dialog', { name: '10% with code AUTUMN10' })
const banner = (page: Page) => page.getByRole('region', { name: 'Promotion' })

test.describe('the landing page', () => {
  test('LND-001 LND-002 LND-003 LND-004 LND-005 LND-006 a visitor sees the landing page and gets to the identity provider', async ({
    page,
  }) => {
    await page.goto('/en')
    const main = page.getByRole('main')
    await expect(h1(page)).toHaveText('Your team, your ranks, your money. Exact.')
    await expect(main.getByRole('region', { name: 'Welcome' })).toContainText('2,950.00 EUR')
    await expect(main.getByRole('region', { name: 'About' }).getByRole('heading')).toHaveCount(4)
    const coins = main.getByRole('region', { name: 'Ecosystem' }).getByRole('listitem')
    await expect(coins).toHaveCount(2)
    await expect(coins).toHaveText([/UCN/, /UPT/])
    const steps = main.getByRole('region', { name: 'Start in four steps' }).getByRole('listitem')
    await expect(steps).toHaveCount(4)
    await expect(main).toContainText('Income is not guaranteed.')
    await expect(main.getByRole('link', { name: 'Read the disclaimer' })).toHaveAttribute(
      'href',
      /\/cdn\/en\/disclaimer\.pdf$/,
    )
    await expectAccessible(page)

    for (const [link, path] of [
      ['Sign up', 'registration'],
      ['Log in', 'login'],
    ] as const) {
      await page.goto('/en')
      await main.getByRole('link', { name: link }).first().click()
      await expect(page).toHaveURL(new RegExp(`^${product().passport}/en/${path}`))
    }
  })

  test('LND-007 the steps are a slider below the desktop width', async ({ page }) => {
    const steps = page.getByRole('list', { name: 'Start in four steps' })
    const width = () => steps.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/en')
    await expect(steps).toBeVisible()
    expect(await width()).toBe(0)
    await expect(page.getByRole('button', { name: 'Next step' })).toBeHidden()

    for (const [language, next, direction] of [
      ['en', 'Next step', directionOf(TEST_LANGUAGE) === 'rtl' ? -1 : 1],
      ['ar', 'الخطوة التالية', -1],
    ] as const) {
      await page.setViewportSize({ width: 800, height: 800 })
      await page.goto(`/${language}`)
      const list = page.locator('#start ol')
      expect(
        await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      ).toBeGreaterThan(0)
      await page.getByRole('button', { name: next }).click()
      await expect
        .poll(() => list.evaluate(({ scrollLeft }) => Math.sign(scrollLeft)))
        .toBe(direction)
      await page.setViewportSize({ width: 320, height: 700 })
      await expectNoHorizontalScroll(page)
    }
  })
})

test('the public pages stay in place, call no other host and break no policy', async ({ page }) => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  const { invite } = (await as(await makePartner())('GET', officeAddress('/v1/profile'))) as {
    invite: string
  }
  for (const width of [400, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/en', '/ar', `/de/partner/${invite}`]) {
      await page.goto(path)
      await expect(h1(page)).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await layoutShift(page), `${path} at ${width} px`).toBeLessThanOrEqual(0.02)
    }
  }
  expect([...hosts]).toEqual([product().office])
  expect(problems).toEqual([])
})

test.describe('the invite page', () => {
  test('LND-008 RTE-029 CKI-006 REF-007 the invite page names the sponsor and remembers the referral', async ({
    page,
    context,
  }) => {
    const sponsor = await makePartner({ name: 'Ada Lovelace' })
    const { invite } = (await as(sponsor)('GET', officeAddress('/v1/profile'))) as {
      invite: string
    }
    await page.goto(`/en/partner/${invite}`)
    await expect(h1(page)).toHaveText('You are invited to Partner Office')
    await expect(page.getByText('Ada Lovelace', { exact: true })).toBeVisible()
    await expect(
      page.getByText('When you sign up with this link, Ada Lovelace becomes your sponsor.'),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: 'Start in four steps' })).toBeVisible()
    expect((await cookieOf(context, 'referral'))?.value).toBe(invite)
    await expectAccessible(page)
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'Sign up' }).first().click()
    await expect(page).toHaveURL(new RegExp(`/en/registration\\?.*referral=${invite}`))
  })

  test('LND-008 an unknown code shows the landing page and is remembered', async ({
    page,
    context,
  }) => {
    await page.goto('/en/partner/abc')
    await expect(h1(page)).toHaveText('Your team, your ranks, your money. Exact.')
    expect((await cookieOf(context, 'referral'))?.value).toBe('abc')
  })

  test('D-006 C11.28 a later code replaces the stored one only if it is a partner’s; stray signs, case and spaces do not matter', async ({
    page,
    context,
  }) => {
    const inviteOf = async (name: string) => {
      const { invite } = (await as(await makePartner({ name }))(
        'GET',
        officeAddress('/v1/profile'),
      )) as { invite: string }
      return invite
    }
    const stored = async () => (await cookieOf(context, 'referral'))?.value
    const ada = await inviteOf('Ada Lovelace')
    const bea = await inviteOf('Bea Leg')
    const invitedBy = (name: string) => page.getByText(name, { exact: true })

    await page.goto(`/en/partner/(${ada.toLowerCase()}).`)
    await expect(invitedBy('Ada Lovelace')).toBeVisible()
    await expect.poll(stored).toBe(ada)
    await page.goto('/en/partner/nobodys')
    await expect(h1(page)).toHaveText('Your team, your ranks, your money. Exact.')
    expect(await stored()).toBe(ada)
    await page.goto('/en/registration/nobodys')
    await expect(page).toHaveURL(new RegExp(`registration\\?.*referral=${ada}$`))
    await expect(page.getByText('Ada Lovelace')).toBeVisible()
    expect(await stored()).toBe(ada)

    await page.goto(`/de/partner/${bea.slice(0, 4)}%20${bea.slice(4)}/).`)
    await expect(invitedBy('Bea Leg')).toBeVisible()
    await expect.poll(stored).toBe(bea)
    await page.goto(`/en/registration/${ada.toLowerCase()}/).`)
    await expect(page).toHaveURL(new RegExp(`registration\\?.*referral=${ada}$`))
    await expect(page.getByText('Ada Lovelace')).toBeVisible()
    expect(await stored()).toBe(ada)
  })
})

test.describe('the promotion', () => {
  test('CFG-003 LND-009 LND-015 LND-016 the popup shows the code, its value and the bot on public pages only', async ({
    page,
    signIn,
  }) => {
    await configure(page, PROMOTION)
    for (const path of ['/en', '/en/partner/abc']) {
      await page.goto(path)
      await expect(popup(page)).toContainText('AUTUMN10')
      await expect(popup(page).getByRole('link', { name: 'Open the bot' })).toHaveAttribute(
        'href',
        PROMOTION.bullBotAppUrl,
      )
    }
    await expectAccessible(page)
    await popup(page).getByRole('button', { name: 'Close' }).click()
    await expect(popup(page)).toHaveCount(0)

    await signIn()
    await page.goto('/en/dashboard')
    await expect(banner(page)).toBeVisible()
    await expect(popup(page)).toHaveCount(0)
  })

  test('LND-010 LND-011 without the flag and outside of the period there is no popup', async ({
    page,
  }) => {
    for (const changes of [
      { bullBanner: 'FALSE' },
      { bullPromoPeriodStart: String(Date.now() + DAY_MS) },
      { bullPromoPeriodEnd: String(Date.now() - 1_000) },
    ]) {
      await configure(page, { ...PROMOTION, ...changes })
      await page.goto('/en')
      await page.waitForLoadState('networkidle')
      await expect(h1(page)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })

  test('LND-012 LND-013 LND-014 LND-018 the checkbox hides the popup for the day, not the banner', async ({
    page,
    context,
    signIn,
  }) => {
    await configure(page, PROMOTION)
    await page.goto('/en')
    const box = popup(page).getByRole('checkbox', { name: 'Do not show again today' })
    await box.check()
    const { value, expires } = (await cookieOf(context, 'hideBattleBullsUntil'))!
    const midnight = await page.evaluate(() => new Date(Date.now()).setHours(24, 0, 0, 0))
    expect(Number(value)).toBe(midnight)
    const left = expires * 1_000 - machineNow()
    expect(Math.abs(left - (midnight - Date.now()))).toBeLessThan(60_000)
    await box.uncheck()
    expect(await cookieOf(context, 'hideBattleBullsUntil')).toBeUndefined()

    await box.check()
    await page.reload()
    await page.waitForLoadState('networkidle')
    await expect(h1(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const { product: name } = await publicConfig()
    const url = product().office
    const passed = { name: `${name}_hideBattleBullsUntil`, value: String(Date.now() - 1), url }
    await context.addCookies([passed])
    await page.reload()
    await expect(popup(page)).toBeVisible()

    await context.addCookies([{ ...passed, value: String(midnight) }])
    await signIn()
    await page.goto('/en/dashboard')
    await expect(banner(page)).toBeVisible()
  })

  test('LND-016 LND-017 RTE-045 the banner of the dashboard follows the flag and the period', async ({
    page,
    signIn,
  }) => {
    await signIn()
    for (const bullBanner of ['TRUE', 'true']) {
      await configure(page, { ...PROMOTION, bullBanner })
      await page.goto('/en/dashboard')
      await expect(banner(page)).toContainText('10% with code AUTUMN10')
    }
    await expect(banner(page).getByRole('link', { name: 'Open the bot' })).toHaveAttribute(
      'href',
      PROMOTION.bullBotAppUrl,
    )
    await expectAccessible(page)
    await page.goto('/en/my-rank')
    await expect(h1(page)).toBeVisible()
    await expect(banner(page)).toHaveCount(0)

    for (const changes of [{ bullBanner: 'FALSE' }, { bullPromoPeriodEnd: '1' }]) {
      await configure(page, { ...PROMOTION, ...changes })
      await page.goto('/en/dashboard')
      await expect(h1(page)).toHaveText('Dashboard')
      await expect(banner(page)).toHaveCount(0)
    }
  })
})

test.describe('the share-links block', () => {
  test('REF-001 REF-002 REF-003 REF-004 REF-005 REF-006 the switch shows both links, which can be copied', async ({
    page,
    context,
    signIn,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const partner = await signIn()
    const { invite } = (await as(partner)('GET', officeAddress('/v1/profile'))) as {
      invite: string
    }
    await as(partner)('PUT', officeAddress('/v1/profile/show-ref-link'), { showRefLink: 0 })
    await page.goto('/en/dashboard')
    const block = page.locator('section', { hasText: 'Your invite links' })
    const link = block.getByRole('group', { name: 'Invite page' })
    const show = block.getByRole('switch', { name: 'Show your invite links' })
    await expect(show).not.toBeChecked()
    await expect(link).toHaveCount(0)
    const signUp = block.getByRole('group', { name: 'Sign-up link' })
    await expect(signUp).toHaveCount(0)

    const saved = page.waitForRequest((request) => request.method() === 'PUT')
    await show.click()
    const request = await saved
    expect(new URL(request.url()).pathname).toBe('/v1/profile/show-ref-link')
    expect(request.postDataJSON()).toEqual({ showRefLink: 1 })
    await expect(show).toHaveCount(0)
    await expect(signUp).toBeVisible()
    await link.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByRole('status').getByText('Copied')).toBeVisible()
    const address = addressIn(`${product().office}/en/partner/${invite}`)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await link.getByRole('button', { name: 'Show QR code' }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: address })).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(link.getByRole('link')).toHaveAttribute('href', address)
  })
})

test.describe('the cookie notice', () => {
  const notice = (page: Page) => page.getByRole('region', { name: 'Cookies' })
  const forget = async (context: BrowserContext) => {
    const { product: name } = await publicConfig()
    await context.clearCookies({ name: `${name}_acceptCookiePolicy` })
  }

  test('NAV-043 CKI-005 CKI-007 the notice is shown until it is accepted, for a year', async ({
    page,
    context,
  }) => {
    await forget(context)
    for (const path of ['/en/nowhere', '/en']) {
      await page.goto(path)
      await expect(notice(page)).toBeVisible()
    }
    await expectAccessible(page)
    await notice(page).getByRole('button', { name: 'OK' }).click()
    await expect(notice(page)).toHaveCount(0)
    const { expires } = (await cookieOf(context, 'acceptCookiePolicy'))!
    const seconds = expires - machineNow() / 1_000
    expect(seconds).toBeLessThanOrEqual(YEAR_S)
    expect(seconds).toBeGreaterThan(YEAR_S - 300)
    await page.reload()
    await page.waitForLoadState('networkidle')
    await expect(h1(page)).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
  })

  test('NAV-043 the notice leaves the navigation of a phone in reach', async ({
    page,
    context,
    signIn,
  }) => {
    await page.setViewportSize({ width: 400, height: 800 })
    await signIn()
    await forget(context)
    await page.goto('/en/dashboard')
    await expect(notice(page)).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click()
    await expect(page).toHaveURL(/\/en\/team\/my/)
    await expect(notice(page)).toBeVisible()
  })
})
