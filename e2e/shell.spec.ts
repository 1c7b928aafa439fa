import { offeredLanguages } from '@partner-office/locales'
import type { Page } from '@playwright/test'

import { configure } from './configure.ts'
import { answerCall, slowCall } from './faults.ts'
import { expect, expectAsWritten, test } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import { LANGUAGE_NAME } from './other-language.ts'
import { expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'
import type { Partner } from './partners.ts'
import { product } from './product.ts'

const ACTIVE = { name: 'Anna Keller', active: true } as const
const PHONE = { width: 400, height: 850 }
/** Offered by default. */
const LANGUAGES = offeredLanguages('default').length
const ACCOUNT = ['Account settings', 'Profile passport', 'Notifications', 'Log out']

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu', exact: true })
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Menu' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const footer = (page: Page) => page.getByRole('contentinfo')
const toTop = (page: Page) => page.getByRole('button', { name: 'To the top of the page' })
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })
const scrolled = (page: Page): Promise<number> => page.evaluate(() => window.scrollY)

/** Changes the profile that the page reads. */
async function changeProfile(page: Page, partner: Partner, changes: object): Promise<void> {
  const profile = (await as(partner)('GET', officeAddress('/v1/profile'))) as object
  await answerCall(page, '/v1/profile', { ...profile, ...changes })
}

test('NAV-005 NAV-006 NAV-007 NAV-008 NAV-009 NAV-010 NAV-011 NAV-017 NAV-018 header and sidebar of a partner', async ({
  page,
  signIn,
}) => {
  await signIn(ACTIVE)
  await page.goto('/en/dashboard')
  await expect(sidebar(page).getByText('Anna Keller')).toBeVisible()
  await expect(sidebar(page).getByRole('timer')).toHaveText(/\d+ d \d\d:\d\d:\d\d left/)
  await expect(menuOf(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()

  await page.getByRole('button', { name: `Language: ${LANGUAGE_NAME}` }).click()
  await expect(page.getByRole('banner').getByRole('listitem')).toHaveCount(LANGUAGES)
  await page.keyboard.press('Escape')

  const profile = page.getByRole('button', { name: 'Profile: Anna Keller' })
  await profile.click()
  const links = page.getByRole('banner').getByRole('listitem').getByRole('link')
  await expect(links).toHaveText(['Anna Keller', ...ACCOUNT])
  const { passport } = product()
  await expect(links.nth(1)).toHaveAttribute('href', `${passport}/en/profile/general`)
  await expect(links.nth(2)).toHaveAttribute('href', `${passport}/en/profile/passport`)
  await expectAccessible(page)
  await links.nth(3).click()
  await expect(page).toHaveURL(/\/en\/profile\/notifications$/)
  await profile.click()
  await links.nth(4).click()
  await expectAsWritten(page).toHaveURL(`${product().office}/en`)
})

test('NAV-001 NAV-004 every area is reached from the menus, and from the tabs and links of their pages', async ({
  page,
  signIn,
}) => {
  await signIn(ACTIVE)
  await page.goto('/en/dashboard')
  await expect(menuOf(page).getByText('Payouts', { exact: true })).toBeVisible()
  const areas = [
    ['Rank', 'my-rank'],
    ['Team', 'team/my'],
    ['Rank bonus', 'bonuses/rank'],
    ['Unilevel', 'bonuses/unilevel'],
    ['Infinity', 'bonuses/infinity/bonus'],
    ['New payout', 'payout'],
    ['Transactions', 'transactions/payouts'],
    ['Support', 'support'],
    ['Dashboard', 'dashboard'],
  ] as const
  for (const [name, path] of areas) {
    await menuOf(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/en/${path}$`))
  }
  const tabs = [
    ['Team', 'Tree', 'team/tree'],
    ['Infinity', 'History', 'bonuses/infinity/history'],
    ['Transactions', 'Bonuses', 'transactions/bonuses'],
    ['Transactions', 'Statements', 'transactions/reports'],
  ] as const
  for (const [name, tab, path] of tabs) {
    await menuOf(page).getByRole('link', { name, exact: true }).click()
    await page.getByRole('tab', { name: tab }).click()
    await expect(page).toHaveURL(new RegExp(`/en/${path}(#tabs)?$`))
  }
  await sidebar(page).getByRole('link', { name: 'Anna Keller' }).click()
  await expect(page).toHaveURL(/\/en\/profile\/general$/)
  const { passport } = product()
  for (const [name, path] of [
    ['Verification', 'passport'],
    ['Security', 'security'],
  ] as const) {
    const tab = page.getByRole('tab', { name })
    await expect(tab).toHaveAttribute('href', `${passport}/en/profile/${path}`)
  }
  await page.getByRole('tab', { name: 'Email notifications' }).click()
  await expect(page).toHaveURL(/\/en\/profile\/notifications$/)
})

test('NAV-019 RTE-043 RTE-044 a partner without a name, whose account waits for a selfie', async ({
  page,
  signIn,
}) => {
  const partner = await signIn()
  await changeProfile(page, partner, { firstName: '', lastName: '', selfieRequired: true })
  await page.goto('/en/my-rank')
  await expect(page.getByRole('button', { name: 'Profile: noname' })).toBeVisible()
  const banner = page.getByRole('region', { name: 'A selfie is missing.' })
  await expect(banner.getByRole('link', { name: 'Resume account' })).toHaveAttribute(
    'href',
    `${product().passport}/en/resume-account`,
  )
  await expectAccessible(page)
})

test('NAV-010 NAV-012 NAV-013 NAV-014 NAV-015 NAV-020 NAV-031 NAV-032 the menu of a phone is a drawer', async ({
  page,
  signIn,
}) => {
  await signIn(ACTIVE)
  await page.setViewportSize(PHONE)
  await page.goto('/en/dashboard')
  await expect(dashboard(page)).toBeVisible()
  await expect(sidebar(page)).toBeHidden()
  await expect(page.getByRole('timer')).toBeHidden()
  const open = page.getByRole('banner').getByRole('button', { name: 'Open menu' })

  await open.click()
  await expect(drawer(page).getByText('Anna Keller')).toBeVisible()
  const account = drawer(page).getByRole('navigation', { name: 'Account' })
  await expect(account.getByRole('link')).toHaveText(ACCOUNT)
  await expect(
    drawer(page).getByRole('button', { name: `Language: ${LANGUAGE_NAME}` }),
  ).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe(
    'hidden',
  )
  await expectAccessible(page)
  await drawer(page).getByRole('button', { name: 'Close' }).click()
  await expect(drawer(page)).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe(
    'hidden',
  )
  await expect(open).toBeFocused()

  await open.click()
  await drawer(page).getByRole('link', { name: 'Rank', exact: true }).click()
  await expect(page).toHaveURL(/\/en\/my-rank$/)
  await expect(drawer(page)).toHaveCount(0)
  await open.click()
  await expect(drawer(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/en\/dashboard$/)
  await expect(drawer(page)).toHaveCount(0)
})

test('NAV-030 NAV-031 a popup opens with an animation, and closes after its leave animation', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signIn(ACTIVE)
  await page.setViewportSize(PHONE)
  await page.goto('/en/dashboard')
  // Paused: on a busy machine an animation may end before it is looked at.
  await page.evaluate(() =>
    document.addEventListener('animationstart', () =>
      document.getAnimations().forEach((animation) => animation.pause()),
    ),
  )
  const names = () =>
    drawer(page).evaluate((dialog) =>
      dialog.getAnimations().map((animation) => (animation as CSSAnimation).animationName),
    )
  const finish = () =>
    drawer(page).evaluate((dialog) =>
      dialog.getAnimations().forEach((animation) => animation.finish()),
    )
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect.poll(names).toEqual(['slide'])
  await finish()
  await drawer(page).getByRole('button', { name: 'Close' }).click()
  await expect.poll(names).toEqual(['leave'])
  await expect(drawer(page)).toBeVisible()
  await finish()
  await expect(drawer(page)).toHaveCount(0)
})

test('NAV-021 NAV-022 NAV-023 NAV-024 NAV-025 NAV-026 the footer: languages, imprint, documents, social links', async ({
  page,
  signIn,
}) => {
  const partner = await signIn(ACTIVE)
  await page.goto('/en/dashboard')
  const link = (name: string) => footer(page).getByRole('link', { name, exact: true })
  for (const [name, file] of [
    ['Imprint', 'imprint.pdf'],
    ['Privacy policy', 'privacy-policy.pdf'],
    ['Terms', 'terms.pdf'],
    ['Disclaimer', 'disclaimer.pdf'],
    ['Dos and don’ts', 'donts.pdf'],
  ] as const) {
    await expect(link(name)).toHaveAttribute('href', officeAddress(`/cdn/en/${file}`))
    const answer = await page.request.get(officeAddress(`/cdn/de/${file}`))
    expect(answer.headers()['content-type'], file).toBe('application/pdf')
  }
  await expect(footer(page).getByRole('list', { name: 'Follow us' }).getByRole('link')).toHaveCount(
    3,
  )
  const languages = footer(page).getByRole('list', { name: 'Languages' }).getByRole('link')
  await expect(languages).toHaveCount(LANGUAGES)
  await languages.filter({ hasText: 'Deutsch' }).click()
  await expect(page).toHaveURL(/\/de\/dashboard$/)
  await expect(link('AGB')).toHaveAttribute('href', officeAddress('/cdn/de/terms.pdf'))
  await expect
    .poll(
      async () =>
        ((await as(partner)('GET', officeAddress('/v1/profile'))) as { uiLanguage: string })
          .uiLanguage,
    )
    .toBe('de')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
})

test('NAV-022 D-012 the operators’ own imprint is linked instead', async ({ page, signIn }) => {
  await signIn(ACTIVE)
  await configure(page, { imprintUrl: 'https://company.example.test/imprint' })
  await page.goto('/en/dashboard')
  await expect(footer(page).getByRole('link', { name: 'Imprint' })).toHaveAttribute(
    'href',
    'https://company.example.test/imprint',
  )
})

test('NAV-009 NAV-015 NAV-017 NAV-018 the sidebar folds to a rail, which shows the partner, and stays so', async ({
  page,
  signIn,
}) => {
  await signIn(ACTIVE)
  await page.goto('/en/dashboard')
  await expect(dashboard(page)).toBeVisible()
  const width = async () => (await sidebar(page).boundingBox())!.width
  expect(await width()).toBe(256)
  await page.getByRole('button', { name: 'Fold the menu' }).press('Enter')
  expect(await width()).toBe(72)
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
  expect(await width()).toBe(72)
  await expectAccessible(page)
  const partner = sidebar(page).getByRole('link', { name: 'Anna Keller' })
  await expect(partner).toHaveAttribute('title', 'Anna Keller')
  await page.setViewportSize({ width: 800, height: 900 })
  expect(await width()).toBe(72)
  await expect(page.getByRole('button', { name: 'Profile: Anna Keller' })).toContainText(
    'Anna Keller',
  )
  await page.getByRole('button', { name: 'Unfold the menu' }).click()
  expect(await width()).toBe(256)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Fold the menu' }).click()
  await partner.click()
  await expect(page).toHaveURL(/\/en\/profile\/general$/)
  for (const narrow of [700, 400, 320]) {
    await page.setViewportSize({ width: narrow, height: 700 })
    await expect(
      page.getByRole('banner').getByRole('button', { name: `Language: ${LANGUAGE_NAME}` }),
    ).toBeVisible()
    await expectNoHorizontalScroll(page)
  }
})

test('NAV-027 NAV-028 after one and a half screens a button leads back to the top', async ({
  page,
  signIn,
}) => {
  await signIn(ACTIVE)
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.goto('/en/dashboard')
  await expect(dashboard(page)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 450))
  await expect.poll(() => scrolled(page)).toBe(450)
  await expect(toTop(page)).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 451))
  await expect(toTop(page)).toBeVisible()
  await expectAccessible(page)
  await toTop(page).click()
  await expect.poll(() => scrolled(page)).toBe(0)
  await expect(toTop(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

for (const [width, end] of [
  [400, 'nav.bottombar'],
  [400, '.save-bar'],
  [1280, '.save-bar'],
] as const) {
  test(`what takes the focus is not behind the header or ${end}, ${width} px`, async ({
    page,
    signIn,
  }) => {
    await signIn(ACTIVE)
    await page.setViewportSize({ width, height: 700 })
    const isForm = end === '.save-bar'
    await page.goto(isForm ? '/en/profile/general' : '/en/dashboard')
    await expect(page.locator(end)).toBeVisible()
    const target = isForm
      ? page.getByRole('textbox', { name: 'City' })
      : page.getByRole('link', { name: 'Open team' })
    await expect(target).toBeVisible()
    const bars = async () => {
      const header = (await page.locator('header.topbar').boundingBox())!
      const bar = (await page.locator(end).boundingBox())!
      return { top: header.y + header.height, bottom: bar.y }
    }
    // As after turning the wheel: the target lies behind a bar, yet inside the window.
    for (const edge of ['top', 'bottom'] as const) {
      const { top, bottom } = await bars()
      await target.evaluate(
        (element, wanted) => {
          element.blur()
          window.scrollBy(0, element.getBoundingClientRect().top - wanted)
        },
        edge === 'top' ? top - 44 : bottom + 4,
      )
      await target.focus()
      const isClear = async () => {
        const box = (await target.boundingBox())!
        const free = await bars()
        return box.y >= free.top && box.y + box.height <= free.bottom
      }
      await expect.poll(isClear, edge).toBe(true)
    }
  })
}

test('NAV-044 CFG-008 button flags switch log-in and sign-up off, each alone', async ({ page }) => {
  const logIn = page.getByRole('link', { name: 'Log in' }).first()
  const signUp = page.getByRole('link', { name: 'Sign up' }).first()
  for (const [flags, isLogIn, isSignUp] of [
    [{}, true, true],
    [{ 'button.login': 'FALSE' }, false, true],
    [{ 'button.registration': 'FALSE' }, true, false],
  ] as const) {
    await configure(page, flags)
    await page.goto('/en/nothing-here')
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
    await expect(logIn).toBeVisible({ visible: isLogIn })
    await expect(signUp).toBeVisible({ visible: isSignUp })
  }
})

test('NAV-040 each copy action says that it copied', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(ACTIVE)
  await page.goto('/en/dashboard')
  const copies = page.getByRole('main').getByRole('button', { name: 'Copy' })
  await expect(copies.first()).toBeVisible()
  for (const copy of await copies.all()) {
    await copy.click()
    await expect(page.getByRole('status').getByText('Copied')).toBeVisible()
    await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  }
})

test.describe('code of a page that does not arrive', () => {
  const PAGE = /\/assets\/rank-pages-.*\.js$/
  const failed = (page: Page) =>
    page.getByRole('alert').getByRole('heading', { name: 'This page cannot be shown' })
  const toRank = (page: Page) =>
    menuOf(page).getByRole('link', { name: 'Rank', exact: true }).click()

  test('keeps the frame and offers Retry', async ({ page, signIn }) => {
    await signIn(ACTIVE)
    await page.goto('/en/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await page.route(PAGE, (route) => route.abort())
    await toRank(page)
    await expect(failed(page)).toBeVisible()
    await expect(menuOf(page)).toBeVisible()
    await expectAccessible(page)
    await page.unroute(PAGE)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Rank', level: 1 })).toBeVisible()
  })

  test('says that the browser is offline, and goes on by itself', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn(ACTIVE)
    await page.goto('/en/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByRole('status').getByText('You are offline')).toBeVisible()
    await expectAccessible(page)
    await toRank(page)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(menuOf(page)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('status').getByText('You are offline')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Rank', level: 1 })).toBeVisible()
    // Its styles were fetched again, too.
    await expect(page.getByRole('region', { name: 'Current rank' })).toHaveCSS('display', 'flex')
  })

  test('after a deployment the app reloads itself, once', async ({ page, signIn }) => {
    await signIn(ACTIVE)
    await page.goto('/en/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await page.route(PAGE, (route) => route.fulfill({ status: 404, body: '' }))
    let asked = 0
    await page.route(`${product().office}/`, (route) => {
      asked += 1
      return route.fulfill({
        contentType: 'text/html',
        body: '<script src="/assets/index-new.js">',
      })
    })
    const reloaded = page.waitForEvent('load')
    await toRank(page)
    await reloaded
    await expect(failed(page)).toBeVisible()
    expect(asked).toBe(1)
    await expect(menuOf(page)).toBeVisible()
  })
})

test('a start that fails without a connection goes on by itself when it is back', async ({
  page,
  context,
  signIn,
}) => {
  await signIn(ACTIVE)
  await page.goto('/en/dashboard')
  await expect(dashboard(page)).toBeVisible()
  const stop = await slowCall(page, '/oauth/check_token')
  await context.clearCookies({ name: /access_token/ })
  await signIn(ACTIVE)
  // Another sign-in restarts the app.
  await Promise.all([
    page.waitForRequest('**/oauth/check_token'),
    page.evaluate(() => window.dispatchEvent(new Event('pageshow'))),
  ])
  await context.setOffline(true)
  await stop()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(dashboard(page)).toBeVisible()
})
