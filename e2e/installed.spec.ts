import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { expect, expectAsWritten, test } from './fixtures.ts'
import { product } from './product.ts'

const WORKER = join(import.meta.dirname, '../apps/office/dist/office-worker.js')
const KEEP = 'Keep the last dashboard on this device'

test.use({ serviceWorkers: 'allow', reuseContext: false })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** What the browser holds of this origin beside cookies. */
const stored = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    flags: Object.keys(localStorage).filter((name) => /keep|push/i.test(name)),
  }))

/** Switches the last dashboard on, opens it and waits until it is stored. */
async function keepDashboard(page: Page): Promise<void> {
  await page.goto('/en/profile/notifications')
  await page.getByRole('switch', { name: KEEP }).click()
  await expect(page.getByRole('switch', { name: KEEP })).toBeChecked()
  await page.goto('/en/dashboard')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect.poll(async () => (await stored(page)).databases).toEqual(['office-kept'])
}

test.describe('the installed office', () => {
  test('PWA-001 the manifest has name, icons, colours and the start page of the language', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await page.goto('/en/dashboard')
    const link = page.locator('link[rel=manifest]')
    await expectAsWritten(link).toHaveAttribute('href', /^\/app-[a-z]{2}\.webmanifest$/)
    const language = new URL(page.url()).pathname.slice(1, 3)
    const cdp = await page.context().newCDPSession(page)
    const { errors, data } = await cdp.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const manifest = JSON.parse(`${data}`)
    expect(manifest).toMatchObject({
      name: 'Partner Office',
      start_url: `/${language}/dashboard`,
      lang: language,
      display: 'standalone',
      background_color: '#f7f6f3',
      theme_color: '#f7f6f3',
    })
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
    const problems = installabilityErrors.map(({ errorId }) => errorId)
    // Browsers of tests are private windows.
    expect(problems.filter((problem) => problem !== 'in-incognito')).toEqual([])
    for (const { src } of manifest.icons) {
      expect((await page.request.get(src)).status()).toBe(200)
    }
  })

  test('PWA-003 PWA-004 what is kept cannot be read without the key of the browser; without a connection it opens, every card says how old it is, and nothing can be changed', async ({
    page,
    context,
    signIn,
  }) => {
    await signIn({ name: 'Ada Lovelace', active: true })
    await keepDashboard(page)
    const kept = await page.evaluate(async () => {
      const opening = indexedDB.open('office-kept')
      await new Promise((done) => opening.addEventListener('success', done))
      const getting = opening.result.transaction('kept').objectStore('kept').getAll()
      await new Promise((done) => getting.addEventListener('success', done))
      opening.result.close()
      const [{ key, sealed }] = getting.result as [{ key: CryptoKey; sealed: ArrayBuffer }]
      const exported = await crypto.subtle.exportKey('raw', key).catch(() => 'refused')
      return { count: getting.result.length, exported, text: new TextDecoder().decode(sealed) }
    })
    expect(kept).toMatchObject({ count: 1, exported: 'refused' })
    expect(kept.text.length).toBeGreaterThan(1_000)
    expect(kept.text).not.toContain('Lovelace')

    await context.setOffline(true)
    await page.reload()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect(
      page.getByText('Nothing can be changed until you are online.').first(),
    ).toBeVisible()
    const cards = page.locator('main .card:not(.promo)')
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(5)
    // A card far below is filled when it comes near.
    await cards.last().scrollIntoViewIfNeeded()
    await expect(cards.filter({ hasNotText: /As of .*\d{4}.* UTC/ })).toHaveCount(0)
    const payout = page.getByRole('main').getByRole('button', { name: 'New payout' })
    await expect(payout).toHaveAttribute('aria-disabled', 'true')
    await context.setOffline(false)
    await expect(page.getByText(/^As of /)).toHaveCount(0)
    await expect(heading(page, 'Dashboard')).toBeVisible()
  })

  test('PWA-004 the kept dashboard is gone when another partner signs in, after a 401, and after log-out, as is the switch', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await keepDashboard(page)
    const { token } = await signIn()
    await page.goto('/en/my-rank')
    await expect(heading(page, 'Rank')).toBeVisible()
    await expect.poll(() => stored(page)).toMatchObject({ databases: [], flags: [] })

    await keepDashboard(page)
    await fetch(`${product().passport}/oauth/token/revoke`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    await page.reload()
    await page.waitForURL((url) => url.origin === product().passport)
    await page.goto('/en/statement')
    expect((await stored(page)).databases).toEqual([])

    await signIn()
    await keepDashboard(page)
    await page.goto('/en/logout')
    await page.waitForURL(/\/[a-z]{2}\/?$/)
    await expect.poll(async () => (await stored(page)).databases).toEqual([])
    expect((await stored(page)).flags).toEqual([])
  })

  test('PWA-005 without the switch nothing private is kept, and nothing is shown after log-out', async ({
    page,
    signIn,
  }) => {
    await signIn({ name: 'Ada Lovelace' })
    await page.goto('/en/dashboard')
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await page.goto('/en/logout')
    await page.waitForURL(/\/[a-z]{2}\/?$/)
    expect(await stored(page)).toEqual({ databases: [], caches: [], flags: [] })
    const values = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(values).not.toContain('Lovelace')
    await page.goBack()
    await expect(page.getByText('Lovelace')).toHaveCount(0)
    await expect(heading(page, 'Dashboard')).toHaveCount(0)
  })
})

test.describe('messages', () => {
  test('PWA-006 the browser is asked at the click only; the choice is sent, kept and ended', async ({
    page,
    signIn,
  }) => {
    await page.addInitScript(() => {
      const asked = { count: 0 }
      Object.assign(globalThis, { asked })
      Notification.requestPermission = async () => {
        asked.count += 1
        return 'granted'
      }
      const bytes = (first: number, length: number) =>
        btoa(String.fromCharCode(first, ...Array<number>(length - 1).fill(1)))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '')
      PushManager.prototype.getSubscription = async () => null
      PushManager.prototype.subscribe = async () => {
        const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
          'deriveBits',
        ])
        const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
        const p256dh = btoa(String.fromCharCode(...point))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '')
        const keys = { p256dh, auth: bytes(1, 16) }
        const endpoint = `https://push.example.com/${crypto.randomUUID()}`
        return { toJSON: () => ({ endpoint, keys }) } as unknown as PushSubscription
      }
    })
    await signIn()
    await page.goto('/en/profile/notifications')
    const card = page.getByRole('region', { name: 'Messages on this device' })
    await expect(card.getByRole('switch')).toHaveCount(15)
    const allow = card.getByRole('button', { name: 'Allow messages' })
    await expect(allow).toBeDisabled()
    await card.getByRole('switch', { name: 'Message: Rank increase' }).click()
    const askedCount = () =>
      page.evaluate(() => (globalThis as unknown as { asked: { count: number } }).asked.count)
    expect(await askedCount()).toBe(0)
    const sending = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/v1/push'),
    )
    await allow.click()
    expect((await sending).postDataJSON()).toMatchObject({ keys: ['rankIncrease'], details: false })
    expect(await askedCount()).toBe(1)
    await expect(page.getByText('Your choice is saved')).toBeVisible()
    await page.reload()
    await expect(card.getByRole('switch', { name: 'Message: Rank increase' })).toBeChecked()
    await card.getByRole('button', { name: 'Stop messages' }).click()
    await expect(card.getByRole('button', { name: 'Stop messages' })).toHaveCount(0)
  })
})

test.describe('versions of the built files', () => {
  /** A build with one late part, whose names hold its version. */
  const buildOf = (version: string): Readonly<Record<string, readonly [string, string]>> => {
    const files = [
      '/en/dashboard',
      '/start.js',
      `/assets/app-${version}.js`,
      `/assets/late-${version}.js`,
    ]
    const worker = readFileSync(WORKER, 'utf8')
      .replace(/^const FILES = .*$/m, `const FILES = ${JSON.stringify(files)}`)
      .replace(/^const VERSION = .*$/m, `const VERSION = '${version}'`)
    const script = 'text/javascript'
    return {
      '/en/dashboard': [
        'text/html',
        `<script src="/start.js"></script><script type="module" src="/assets/app-${version}.js"></script><p id="shown"></p>`,
      ],
      '/start.js': [script, `globalThis.parts = ['start ${version}']`],
      '/office-worker.js': [script, worker],
      [`/assets/app-${version}.js`]: [
        script,
        `parts.push('app ${version}'); globalThis.late = () => import('./late-${version}.js')`,
      ],
      [`/assets/late-${version}.js`]: [script, `parts.push('late ${version}')`],
      '/v1/profile': ['application/json', '{"secret":true}'],
    }
  }

  const partsOf = (page: Page) =>
    page.evaluate(async () => {
      const own = globalThis as unknown as { late: () => Promise<void>; parts: string[] }
      await own.late()
      return own.parts
    })
  const allOf = (version: string) => ['start', 'app', 'late'].map((part) => `${part} ${version}`)

  test('PWA-002 an open page keeps its version, its next start has the new one, and no page mixes two', async ({
    browser,
  }) => {
    let files = buildOf('11111111')
    const server = createServer((request, response) => {
      const [type, text] = files[request.url ?? ''] ?? []
      if (type === undefined) return void response.writeHead(404).end()
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(text)
    })
    await new Promise<void>((done) => server.listen(0, 'localhost', done))
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`
    const context = await browser.newContext({ serviceWorkers: 'allow' })
    try {
      const page = await context.newPage()
      await page.goto(`${origin}/en/dashboard`)
      await page.evaluate(async () => {
        await navigator.serviceWorker.register('/office-worker.js')
        await navigator.serviceWorker.ready
      })
      await page.reload()
      await page.evaluate(async () => void (await fetch('/v1/profile')))
      const old = await context.newPage()
      await old.goto(`${origin}/en/dashboard`)

      files = buildOf('22222222')
      expect(await partsOf(old)).toEqual(allOf('11111111'))
      await page.reload()
      expect(await partsOf(page)).toEqual(allOf('22222222'))
      await page.evaluate(() =>
        navigator.serviceWorker.getRegistration().then((own) => own?.update()),
      )
      const kept = await page.evaluate(async () => {
        const names = await caches.keys()
        const caught = await Promise.all(
          names.map(async (name) => (await caches.open(name)).keys()),
        )
        return caught.flat().map(({ url }) => new URL(url).pathname)
      })
      expect(kept).not.toContain('/v1/profile')

      await context.setOffline(true)
      const offline = await context.newPage()
      await offline.goto(`${origin}/en/dashboard`)
      const shown = await partsOf(offline)
      expect([allOf('11111111'), allOf('22222222')]).toContainEqual(shown)
      await context.setOffline(false)
      // Once no page of the first version is open, its files go.
      await Promise.all([old.close(), offline.close(), page.close()])
      const next = await context.newPage()
      // A start that comes before the browser has seen the other pages end is one of the first version.
      await expect(async () => {
        await next.goto('about:blank')
        await next.goto(`${origin}/en/dashboard`)
        expect(await next.evaluate(() => caches.keys())).toEqual(['office-22222222'])
      }).toPass()
      await context.setOffline(true)
      await next.reload()
      expect(await partsOf(next)).toEqual(allOf('22222222'))
    } finally {
      await context.close()
      server.closeAllConnections()
      server.close()
    }
  })
})
