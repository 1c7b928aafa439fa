import type { Page } from '@playwright/test'

import { openBackPage } from './drawn-pages.ts'
import { expect, expectAsWritten, test } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import { backPages } from './office-pages.ts'
import { addressIn, LANGUAGE_NAME, textIn } from './other-language.ts'
import { expectUsable } from './usable.ts'
import { publicConfig } from './partners.ts'
import { product } from './product.ts'
import { cookieOf } from './session-cookie.ts'

const WIDE_TEAM = { name: 'Ada Lovelace', firstLine: 30 } as const

const office = (path: string): string => `${product().office}${path}`
const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const scrolled = (page: Page): Promise<number> => page.evaluate(() => window.scrollY)
const noPage = (page: Page) => page.getByRole('heading', { name: 'This page does not exist' })
const signInPage = (page: Page) => page.waitForURL((url) => url.origin === product().passport)

test('RTE-001 RTE-002 RTE-003 RTE-006 RTE-030 RTE-047 an address without an offered language gets English, the rest stays', async ({
  page,
}) => {
  for (const [asked, shown] of [
    ['/', '/en'],
    ['/login-help?from=mail#top', '/en/login-help?from=mail#top'],
    ['/xx/dashboard', '/en/xx/dashboard'],
    ['/cs', '/en/cs'],
    ['/de/nothing-here', '/de/nothing-here'],
    [addressIn('/en/nothing-here'), addressIn('/en/nothing-here')],
  ] as const) {
    await page.goto(asked)
    await expectAsWritten(page).toHaveURL(office(shown))
    await expect(h1(page)).toBeVisible()
  }
  await expect(noPage(page)).toBeVisible()
  await expectUsable(page)
  await page.getByRole('link', { name: 'Back to start' }).click()
  await expect(page).toHaveURL(office('/en'))
  await expect(h1(page)).toHaveText('Your team, your ranks, your money. Exact.')
})

test('RTE-033 without a session every page of a partner leads to the sign-in', async ({ page }) => {
  const open = new Set(['login', 'registration', 'catch'])
  const pages = backPages('en').filter(([name]) => !open.has(name))
  expect(pages.length).toBeGreaterThan(10)
  const { product: application } = await publicConfig()
  // The page of the identity provider is not the point: its address is.
  const signIn = addressIn(`${product().passport}/en/login`)
  await page.route(`${signIn}?**`, (route) => route.fulfill({ status: 204 }))
  for (const [name, address] of pages) {
    const asked = page.waitForRequest((request) => request.url().startsWith(`${signIn}?`))
    await page.goto(address, { waitUntil: 'commit' })
    const { searchParams } = new URL((await asked).url())
    expect(searchParams.get('application'), name).toBe(application)
  }
})

test('RTE-003 RTE-007 RTE-034 a partner gets from the pages of visitors to the dashboard, and stays on public ones', async ({
  page,
  signIn,
}) => {
  await signIn()
  for (const address of [
    '/en',
    '/en/login',
    '/en/registration',
    '/en/registration/abc',
    '/dashboard',
  ]) {
    await page.goto(address)
    await expect(page).toHaveURL(office('/en/dashboard'))
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  }
  await page.goto('/en/nothing-here')
  await expect(noPage(page)).toBeVisible()
})

test('RTE-026 RTE-027 RTE-028 RTE-031 login, registration, catch and logout', async ({
  page,
  context,
  signIn,
}) => {
  await page.goto('/en/login')
  await signInPage(page)
  expect(new URL(page.url()).pathname).toBe(addressIn('/en/login'))

  await page.goto('/en/registration')
  await page.waitForURL(`${product().passport}/en/registration?**`)
  expect(new URL(page.url()).searchParams.get('referral')).toBeNull()
  await page.goto('/en/registration/abc')
  await page.waitForURL(`${product().passport}/en/registration?**`)
  expect(new URL(page.url()).searchParams.get('referral')).toBe('abc')

  const { token } = await signIn()
  await context.clearCookies({ name: /access_token/ })
  await page.goto(`/en/catch?token=${token}`)
  await expect(page).toHaveURL(office('/en/dashboard'))
  await page.goto('/en/logout')
  await expectAsWritten(page).toHaveURL(office('/en'))
  expect(await cookieOf(context, 'access_token')).toBeUndefined()
})

test('RTE-035 RTE-036 RTE-037 RTE-038 a new page or language starts at the top, a hash at its target, a filter stays', async ({
  page,
  signIn,
}) => {
  await signIn(WIDE_TEAM)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/en/team/my')
  await expect(page.getByRole('listitem').filter({ hasText: /./ }).nth(15)).toBeAttached()
  await page.evaluate(() => window.scrollTo(0, 600))
  await expect.poll(() => scrolled(page)).toBe(600)

  await page.getByLabel('Sort by').selectOption({ label: textIn('Team turnover, high to low') })
  await expect(page).toHaveURL(/\?search=/)
  expect(await scrolled(page), 'a filter stays').toBeGreaterThan(0)

  await page.goto('/en/team/my#tabs')
  await expect(page.getByRole('tab', { name: 'Search' })).toBeInViewport()
  await expect.poll(() => scrolled(page), 'a hash has its target').toBeGreaterThan(100)

  await page
    .getByRole('navigation', { name: 'Menu', exact: true })
    .getByRole('link', { name: 'Rank', exact: true })
    .click()
  await expect(page).toHaveURL(office('/en/my-rank'))
  await expect(page.getByRole('heading', { name: 'Rank', level: 1 })).toBeVisible()
  await expect.poll(() => scrolled(page), 'a new page').toBe(0)

  await page.evaluate(() => window.scrollTo(0, 300))
  await expect.poll(() => scrolled(page)).toBe(300)
  await page.getByRole('button', { name: `Language: ${LANGUAGE_NAME}` }).click()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(office('/de/my-rank'))
  await expect.poll(() => scrolled(page), 'a new language').toBe(0)
})

test('RTE-039 RTE-040 RTE-042 WCAG 2.4.2 each page of a partner has header, sidebar, content, footer and a title of its own; public pages have the public header', async ({
  page,
  signIn,
}) => {
  const partner = await signIn()
  const { invite } = (await as(partner)('GET', officeAddress('/v1/profile'))) as { invite: string }
  const menu = page.getByRole('navigation', { name: 'Menu', exact: true })
  const empty = new Set(['login', 'registration', 'catch'])
  const titles = new Map<string, string>()
  for (const [name, address] of backPages('en').filter(([each]) => !empty.has(each))) {
    await openBackPage(page, address)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), name).toBeVisible()
    await expect(
      page.getByRole('banner').getByRole('button', { name: /^Profile: / }),
      name,
    ).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Menu' }), name).toBeVisible()
    await expect(page.getByRole('contentinfo'), name).toBeVisible()
    // The page on the way to it.
    await expect(page).not.toHaveTitle('This page does not exist · Partner Office')
    await expect(page).toHaveTitle(/^.+ · Partner Office$/)
    titles.set(new URL(page.url()).pathname, await page.title())
  }
  expect(titles.size).toBeGreaterThan(15)
  expect(new Set(titles.values()).size).toBe(titles.size)

  await openBackPage(page, '/de/bonuses/rank?view=missing')
  await expect(page).toHaveTitle('Was noch fehlt · Rangbonus · Partner Office')
  await page.goto(`/en/partner/${invite}`)
  await expect(h1(page)).toBeVisible()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Partner Office' })).toBeVisible()
})

test('RTE-047 an unknown address keeps the frame of a partner, and has its own title', async ({
  page,
  signIn,
}) => {
  await signIn(WIDE_TEAM)
  await page.goto('/en/nothing-here')
  await expect(noPage(page)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Menu', exact: true })).toBeVisible()
  await expect(page).toHaveTitle('This page does not exist · Partner Office')
  await expectUsable(page)
  await page.getByRole('link', { name: 'Back to start' }).click()
  await expect(page).toHaveURL(office('/en/dashboard'))
  await expect(page).toHaveTitle('Dashboard · Partner Office')
})
