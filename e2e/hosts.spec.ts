import type { Page, Request } from '@playwright/test'

import { expectDrawn } from './drawn-pages.ts'
import { failCall, slowCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { asWritten, TEST_LANGUAGE } from './other-language.ts'
import { makePartner, publicConfig } from './partners.ts'
import { holdClock, OUT_OF_PATIENCE_MS } from './patience.ts'
import { product } from './product.ts'
import { sessionOf } from './session-cookie.ts'

/** Component tests also let hosts lie: `open-office`, `rates`, `news-bell`, `start-up` and `texts`. */
const FAULTS = ['down', 'slow'] as const
type HostFault = (typeof FAULTS)[number]

const CONFIG_CALLS = ['/config', '/v1/config/frontend']

/** Makes a host fail; the result repairs it. */
const breakHost = (page: Page, path: string, fault: HostFault): Promise<() => Promise<void>> =>
  fault === 'slow' ? slowCall(page, path) : failCall(page, path, fault)

/** Advances the clock until the caller has timed out. */
async function passTimeout(page: Page, path: string, fault: HostFault): Promise<void> {
  if (fault !== 'slow') return
  await page.waitForRequest((request) => new URL(request.url()).pathname === path)
  // A call that was sent before the app times out only when the app takes it over, which needs its texts.
  if (!CONFIG_CALLS.includes(path)) {
    await expect(page.locator('html')).toHaveAttribute('lang', TEST_LANGUAGE)
  }
  await page.clock.fastForward(OUT_OF_PATIENCE_MS)
}

/** How long a page waits for its translation; shorter than the timeout of a call. */
const TEXTS_TIMEOUT_MS = 3_000

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' })

for (const fault of FAULTS) {
  for (const path of CONFIG_CALLS) {
    test(`${path} is ${fault}: the page says so, and Retry goes on`, async ({
      page,
      context,
      signIn,
    }) => {
      const { token } = await signIn()
      await holdClock(page)
      const stop = await breakHost(page, path, fault)
      const open = page.goto('/en/dashboard')
      await Promise.all([open, passTimeout(page, path, fault)])
      await expect(page.getByRole('heading', { name: 'Config cannot be loaded' })).toBeVisible()
      expect((await sessionOf(context)) === token, 'the session is kept').toBe(true)
      await stop()
      await page.getByRole('button', { name: asWritten('Retry') }).click()
      await expect(dashboard(page)).toBeVisible()
    })
  }

  for (const call of ['/oauth/check_token', '/v1/profile', '/v1/legals/PRODUCT']) {
    test(`${call} is ${fault} at the start: a message, no log-out, and Retry goes on`, async ({
      page,
      context,
      signIn,
    }) => {
      const { token } = await signIn()
      const path = call.replace('PRODUCT', (await publicConfig()).product)
      await holdClock(page)
      const stop = await breakHost(page, path, fault)
      await Promise.all([page.goto('/en/dashboard'), passTimeout(page, path, fault)])
      await expect(
        page.getByRole('heading', { name: 'The page could not be loaded' }),
      ).toBeVisible()
      const text = fault === 'slow' ? 'The server takes too long' : 'The server could not answer.'
      await expect(page.getByText(text)).not.toHaveCount(0)
      expect((await sessionOf(context)) === token, 'the session is kept').toBe(true)
      await stop()
      await retry(page).click()
      await expect(dashboard(page)).toBeVisible()
    })
  }

  test(`the swap of a hand-off is ${fault}: a message, and Retry leads on`, async ({ page }) => {
    await holdClock(page)
    const path = '/oauth/token'
    await page.goto('/en/login')
    await expect(page).toHaveURL(new RegExp(`^${product().passport}/en/login`))
    const stop = await breakHost(page, path, fault)
    const open = page.goto('/en/catch?token=somebody')
    await Promise.all([open, passTimeout(page, path, fault)])
    await expect(page.getByRole('heading', { name: 'The page could not be loaded' })).toBeVisible()
    await stop()
    await retry(page).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  })

  test(`the exchange is ${fault}: the dashboard works, and the rate comes later`, async ({
    page,
    signIn,
  }) => {
    await signIn()
    await holdClock(page)
    const path = '/v1/exchange/current-rate'
    const stop = await breakHost(page, path, fault)
    const isShownRate = (request: Request) => request.url().includes(`${path}?from=EUR`)
    const failed = page.waitForEvent('requestfailed', isShownRate)
    await page.goto('/en/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await expect(page.getByText(/^0[.,][0]+ UPT$/).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Next rank' })).toBeVisible()
    // Only the rate may time out: all other calls are answered, also of the part that waits until it is near.
    await page.getByRole('region', { name: 'Your invite links' }).scrollIntoViewIfNeeded()
    await expect(page.getByText('No bonus has been booked this month yet.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Infinity' })).toBeVisible()
    await expectDrawn(page)
    if (fault === 'slow') await page.clock.fastForward(OUT_OF_PATIENCE_MS)
    // A minute that passes while the page still waits for an answer leads to no other call.
    await failed
    await expect(page.getByText(/^1 EUR = /)).toBeHidden()
    await expect(page.getByRole('alert').getByText(/./)).toHaveCount(0)
    await stop()
    await page.clock.fastForward('01:00')
    await expect(page.getByText(/^1 EUR = /)).toBeVisible()
  })

  test(`the news host is ${fault}: the page works, the list says so, and Retry goes on`, async ({
    page,
    signIn,
  }) => {
    await signIn()
    await holdClock(page)
    // The news come in some languages only.
    const path = '/blog/*/feed'
    const stop = await breakHost(page, path, fault)
    await page.goto('/en/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await page.getByRole('button', { name: 'News', exact: true }).click()
    const list = page.getByRole('dialog', { name: 'News' })
    if (fault === 'slow') await page.clock.fastForward(OUT_OF_PATIENCE_MS)
    await expect(list.getByText('The news could not be loaded')).toBeVisible()
    await stop()
    await list.getByRole('button', { name: 'Retry' }).click()
    await expect(list.getByText('No news yet')).toBeVisible()
  })

  test(`the translations are ${fault}: the page speaks English, and the other language later`, async ({
    page,
    signIn,
  }) => {
    const { name } = await signIn({ language: 'de' })
    await holdClock(page)
    const path = '/translations/manifest.json'
    const stop = await breakHost(page, path, fault)
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === path)
    await Promise.all([page.goto('/de/dashboard'), asked])
    if (fault === 'slow') await page.clock.fastForward(TEXTS_TIMEOUT_MS)
    await expect(page.getByRole('button', { name: `Profile: ${name}` })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page).toHaveURL(`${product().office}/de/dashboard`)
    await stop()
    if (fault !== 'slow') await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('button', { name: 'Sprache: Deutsch' })).toBeVisible()
  })
}

test('the English texts cannot be loaded: the page says so, and Retry goes on', async ({
  page,
}) => {
  const texts = /\/assets\/office-.*\.json$/
  await page.route(texts, (route) => route.abort())
  await page.goto('/en/nothing-here')
  await expect(page.getByRole('heading', { name: 'Texts cannot be loaded' })).toBeVisible()
  await page.unroute(texts)
  await page.getByRole('button', { name: asWritten('Retry') }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
})

for (const body of ['<p>hello', 'null', '"hello"', '[1]', '{"menu.title": {"more": 1}}']) {
  test(`a translation file with ${body} changes nothing`, async ({ page }) => {
    await page.route(/\/translations\/de-/, (route) =>
      route.fulfill({ contentType: 'application/json', body }),
    )
    await page.goto('/de/nothing-here')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  })
}

test('too many sign-ins from one address end no session', async ({ page, context, signIn }) => {
  const { token } = await signIn()
  const fault = { code: 'too_many_requests', status: 429, retryAfter: 1 } as const
  const stop = await failCall(page, '/oauth/check_token', fault)
  await page.goto('/en/dashboard')
  await expect(page.getByRole('heading', { name: '429', exact: true })).toBeVisible()
  expect((await sessionOf(context)) === token, 'the session is kept').toBe(true)
  await stop()
  await retry(page).click()
  await expect(dashboard(page)).toBeVisible()
})

test('a slow host ends no session, however often Retry is pressed', async ({ page, context }) => {
  const { token } = await makePartner()
  await page.goto(`/en/catch?token=${token}`)
  await expect(dashboard(page)).toBeVisible()
  await holdClock(page)
  const path = '/oauth/check_token'
  const stop = await slowCall(page, path)
  await Promise.all([page.reload(), passTimeout(page, path, 'slow')])
  for (const _ of ['once', 'again']) {
    await expect(retry(page)).toBeVisible()
    await Promise.all([retry(page).click(), passTimeout(page, path, 'slow')])
  }
  expect((await sessionOf(context)) === token, 'the session is kept').toBe(true)
  await stop()
  await retry(page).click()
  await expect(dashboard(page)).toBeVisible()
})

test('the passport is down when a sign-in starts: a message, and Retry goes there', async ({
  page,
}) => {
  const repair = await failCall(page, '/health/live', 'down')
  await page.goto('/en/login')
  await expect(page.getByText('Login is not available')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await repair()
  await retry(page).click()
  await page.waitForURL((url) => url.origin === product().passport)
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
})
