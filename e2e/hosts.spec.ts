import type { Page, Request } from '@playwright/test'

import { expectDrawn } from './drawn-pages.ts'
import { failCall, slowCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { asWritten, TEST_LANGUAGE } from './other-language.ts'
import { makePartner, publicConfig } from './partners.ts'
import { holdClock, OUT_OF_PATIENCE_MS } from './patience.ts'
import { product } from './product.ts'
import { sessionOf } from './session-cookie.ts'

/**
 * Each of these hosts fails once in a browser; component tests let each fail in every way, and lie: `open-office`, `rates`,
 * `news-bell`, `start-up` and `texts`.
 */
type HostFault = 'down' | 'slow'

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

test('what the start needs is down or slow: the page says so, the session stays, and Retry goes on', async ({
  page,
  context,
  signIn,
}) => {
  const { token } = await signIn()
  const name = (await publicConfig()).product
  await holdClock(page)
  for (const [path, fault, title] of [
    ['/config', 'down', 'Config cannot be loaded'],
    ['/v1/config/frontend', 'slow', 'Config cannot be loaded'],
    ['/v1/profile', 'down', 'The page could not be loaded'],
    [`/v1/legals/${name}`, 'slow', 'The page could not be loaded'],
  ] as const) {
    const stop = await breakHost(page, path, fault)
    await Promise.all([page.goto('/en/dashboard'), passTimeout(page, path, fault)])
    await expect(page.getByRole('heading', { name: title }), path).toBeVisible()
    if (!CONFIG_CALLS.includes(path)) {
      const text = fault === 'slow' ? 'The server takes too long' : 'The server could not answer.'
      await expect(page.getByText(text), path).not.toHaveCount(0)
    }
    expect((await sessionOf(context)) === token, `${path}: the session is kept`).toBe(true)
    await stop()
    // Without a configuration there are no texts but the English ones.
    const again = CONFIG_CALLS.includes(path)
      ? page.getByRole('button', { name: asWritten('Retry') })
      : retry(page)
    await again.click()
    await expect(dashboard(page), path).toBeVisible()
  }
})

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

test('the swap of a hand-off is slow: a message, and Retry leads on', async ({ page }) => {
  await holdClock(page)
  const path = '/oauth/token'
  await page.goto('/en/login')
  await expect(page).toHaveURL(new RegExp(`^${product().passport}/en/login`))
  const stop = await breakHost(page, path, 'slow')
  const open = page.goto('/en/catch?token=somebody')
  await Promise.all([open, passTimeout(page, path, 'slow')])
  await expect(page.getByRole('heading', { name: 'The page could not be loaded' })).toBeVisible()
  await stop()
  await retry(page).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
})

test('the exchange is slow and the news host is down: the dashboard works, the rate comes later, the list of news says so', async ({
  page,
  signIn,
}) => {
  await signIn()
  await holdClock(page)
  const path = '/v1/exchange/current-rate'
  const stop = await breakHost(page, path, 'slow')
  // The news come in some languages only.
  const repairNews = await breakHost(page, '/blog/*/feed', 'down')
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
  await page.clock.fastForward(OUT_OF_PATIENCE_MS)
  // A minute that passes while the page still waits for an answer leads to no other call.
  await failed
  await expect(page.getByText(/^1 EUR = /)).toBeHidden()
  await expect(page.getByRole('alert').getByText(/./)).toHaveCount(0)
  await stop()
  await page.clock.fastForward('01:00')
  await expect(page.getByText(/^1 EUR = /)).toBeVisible()

  await page.getByRole('button', { name: 'News', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'News' })
  await expect(list.getByText('The news could not be loaded')).toBeVisible()
  await repairNews()
  await list.getByRole('button', { name: 'Retry' }).click()
  await expect(list.getByText('No news yet')).toBeVisible()
})

test('the translations are slow: the page speaks English, and the other language later', async ({
  page,
  signIn,
}) => {
  const { name } = await signIn({ language: 'de' })
  await holdClock(page)
  const path = '/translations/manifest.json'
  const stop = await breakHost(page, path, 'slow')
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === path)
  await Promise.all([page.goto('/de/dashboard'), asked])
  await page.clock.fastForward(TEXTS_TIMEOUT_MS)
  await expect(page.getByRole('button', { name: `Profile: ${name}` })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveURL(`${product().office}/de/dashboard`)
  await stop()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('button', { name: 'Sprache: Deutsch' })).toBeVisible()
})

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

test('a translation file with anything but texts changes nothing', async ({ page }) => {
  const bodies = ['<p>hello', 'null', '"hello"', '[1]', '{"menu.title": {"more": 1}}']
  let body = ''
  await page.route(/\/translations\/de-/, (route) =>
    route.fulfill({ contentType: 'application/json', body }),
  )
  for (body of bodies) {
    await page.goto('/de/nothing-here')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' }), body).toBeVisible()
  }
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
  await expect(page.getByText('The server takes too long')).not.toHaveCount(0)
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
