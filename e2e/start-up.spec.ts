import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ALL_LANGUAGES } from '@partner-office/locales'
import type { Page, Request } from '@playwright/test'

import { pathOf, recordCalls } from './calls.ts'
import { answerCall, failCall, slowCall } from './faults.ts'
import { expect, expectAsWritten, test } from './fixtures.ts'
import { as, passportAddress } from './http.ts'
import { LANGUAGES, officeText } from './office-texts.ts'
import { asWritten } from './other-language.ts'
import { publicConfig } from './partners.ts'
import { product } from './product.ts'
import { layoutShift } from './page-checks.ts'
import { sessionOf } from './session-cookie.ts'
import { expectUsable } from './usable.ts'

const CONFIG_CALLS = ['/config', '/v1/config/frontend']
const CHECK = '/oauth/check_token'

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })

const LOCALES = join(import.meta.dirname, '../packages/locales/src')

/** A sentence of the back office that no other language has. */
const aTextIn = (language: string): string =>
  JSON.parse(readFileSync(join(LOCALES, language, 'office.json'), 'utf8'))['dashboard.teamEmpty']

test.describe('configuration', () => {
  for (const path of CONFIG_CALLS) {
    test(`STA-002 without ${path} the page shows an error, and nothing else starts`, async ({
      page,
      signIn,
    }) => {
      await signIn()
      const stop = await failCall(page, path, { code: 'internal_server_error', status: 500 })
      const calls = recordCalls(page)
      await page.goto('/en/dashboard')

      await expect(page.getByRole('heading', { name: 'Config cannot be loaded' })).toBeVisible()
      expect(calls.map(pathOf)).toEqual(CONFIG_CALLS.slice(0, CONFIG_CALLS.indexOf(path) + 1))
      if (path === CONFIG_CALLS[0]) await expectUsable(page)

      await stop()
      await page.getByRole('button', { name: asWritten('Retry') }).click()
      await expect(dashboard(page)).toBeVisible()
    })
  }

  test('ERR-024 without a stored configuration every page shows an error', async ({ page }) => {
    await failCall(page, '/v1/config/frontend', { code: 'config_not_found' })
    for (const path of ['/en', '/de/dashboard', '/en/nowhere']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Config cannot be loaded' })).toBeVisible()
    }
  })

  test('API-004 the page requests its configuration from its own host, bypassing every cache', async ({
    page,
  }) => {
    const calls = recordCalls(page)
    await page.goto('/en')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => calls[0]?.url()).toBe(`${product().office}/config`)
    const [first] = calls
    expect(await first?.allHeaders()).toMatchObject({
      'cache-control': 'no-cache',
      pragma: 'no-cache',
    })
  })
})

test.describe('the signed-in partner', () => {
  test('STA-001 STA-004 STA-005 API-046 the configuration comes first, then the token of the cookie is checked with the credentials of the page, then the profile is requested', async ({
    page,
    signIn,
  }) => {
    const { name, token } = await signIn({ name: 'Ada Lovelace' })
    const calls = recordCalls(page)
    await page.goto('/en/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await expect(page.getByRole('button', { name: `Profile: ${name}` })).toBeVisible()

    expect(calls.slice(0, 3).map(pathOf)).toEqual([...CONFIG_CALLS, CHECK])
    const paths = calls.map(pathOf)
    expect(paths.indexOf(CHECK)).toBeGreaterThan(-1)
    expect(paths.indexOf('/v1/profile')).toBeGreaterThan(paths.indexOf(CHECK))
    const check = calls[paths.indexOf(CHECK)]!
    const { oauthClientId, oauthClientSecret } = await publicConfig()
    const credentials = Buffer.from(`${oauthClientId}:${oauthClientSecret}`).toString('base64')
    expect(check.method()).toBe('POST')
    expect(check.url()).toBe(passportAddress(CHECK))
    expect(check.postData() === `token=${token}`, 'the form holds the token and nothing else').toBe(
      true,
    )
    expect((await check.allHeaders())['authorization']).toBe(`Basic ${credentials}`)
  })

  test('STA-007 STA-008 an expired token is removed; without a session the dashboard leads to the sign-in', async ({
    page,
    context,
    signIn,
  }) => {
    const partner = await signIn()
    await as(partner)('DELETE', passportAddress('/oauth/token/revoke'))
    const calls = recordCalls(page)
    await page.goto('/en/dashboard')
    await expect(page).toHaveURL(new RegExp(`^${product().passport}/en/login`))
    expect(await sessionOf(context)).toBeUndefined()
    expect(calls.map(pathOf)).not.toContain('/v1/profile')

    await page.goto('/en/dashboard')
    await expect(page).toHaveURL(new RegExp(`^${product().passport}/en/login`))
    expect(calls.map(pathOf).filter((path) => path === CHECK)).toHaveLength(1)
  })

  test('STA-010 LEG-012 the profile and the acceptance are requested together', async ({
    page,
    signIn,
  }) => {
    const { token } = await signIn()
    const { product: name } = await publicConfig()
    const release = await Promise.all([
      slowCall(page, '/v1/profile'),
      slowCall(page, `/v1/legals/${name}`),
    ])
    const [, profile, legals] = await Promise.all([
      page.goto('/en/dashboard'),
      page.waitForRequest((request) => pathOf(request) === '/v1/profile'),
      page.waitForRequest((request) => pathOf(request) === `/v1/legals/${name}`),
    ])
    for (const request of [profile, legals]) {
      expect(request.method()).toBe('GET')
      const { authorization } = await request.allHeaders()
      expect(authorization === `Bearer ${token}`, 'the session asks').toBe(true)
    }
    for (const go of release) await go()
    await expect(dashboard(page)).toBeVisible()
  })

  test('STA-012 LEG-012 terms that are not accepted, or without an instant, open the gate', async ({
    page,
    signIn,
  }) => {
    await signIn()
    const { product: name } = await publicConfig()
    await answerCall(page, `/v1/legals/${name}`, { acceptedAt: null })
    await page.goto('/en/dashboard')
    await expect(page.getByRole('heading', { name: 'Before you continue' })).toBeVisible()
    await expect(dashboard(page)).toBeHidden()
  })

  test('STA-011 STA-018 STA-019 without a profile an error replaces every page but the public ones', async ({
    page,
    signIn,
  }) => {
    await signIn()
    const error = page.getByText('Your profile was not found.')
    const stop = await answerCall(page, '/v1/profile', null)
    await page.goto('/en/dashboard')
    await expect(error).toBeVisible()
    await stop()

    await failCall(page, '/v1/profile', { code: 'profile_not_found' })
    await page.reload()
    await expect(error).toBeVisible()
    await expect(dashboard(page)).toBeHidden()
    await page.goto('/en/partner/abc')
    await expect(
      page.getByRole('heading', { name: 'Your team, your ranks, your money. Exact.' }),
    ).toBeVisible()
    await expect(error).toBeHidden()
  })
})

test.describe('the first load', () => {
  test('STA-001 STA-005 STA-010 the first calls are sent while the app loads, each once', async ({
    page,
    signIn,
  }) => {
    await signIn()
    const { product: name } = await publicConfig()
    const released = Promise.withResolvers<void>()
    await page.route(/\/assets\/index-.*\.js$/, async (route) => {
      await released.promise
      await route.continue()
    })
    const calls = recordCalls(page)
    const opened = page.goto('/en/dashboard')
    const first = [...CONFIG_CALLS, CHECK, '/v1/profile', `/v1/legals/${name}`]
    await expect.poll(() => calls.map(pathOf)).toEqual(first)
    // The frame is there, without words; the page of a visitor has none.
    await expect(page.locator('.shell-skeleton')).toBeVisible()
    released.resolve()
    await opened
    await expect(dashboard(page)).toBeVisible()
    await expect(page.locator('.shell-skeleton')).toBeHidden()
    await page.waitForLoadState('networkidle')
    expect(calls.map(pathOf).filter((path) => first.includes(path))).toEqual(first)
  })

  test('of a phone needs at most 25 requests, and holds no text of another language', async ({
    page,
    signIn,
  }) => {
    await signIn({ firstLine: 1 })
    await page.setViewportSize({ width: 400, height: 800 })
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    await page.goto('/en/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    const paths = requests.map(pathOf)
    expect(paths).toContain('/v1/balances')
    expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(25)

    const files = requests.filter((request) => /\/assets\/.*\.js(on)?$/.test(pathOf(request)))
    const loaded = await Promise.all(files.map(async (file) => (await file.response())!.text()))
    const isLoaded = (language: string): boolean =>
      loaded.some((text) => text.includes(aTextIn(language)))
    expect(ALL_LANGUAGES.filter(isLoaded)).toEqual(['en'])
    expect(paths.filter((path) => path.includes('/translations/'))).toEqual([])
  })
})

test.describe('fonts', () => {
  const SCRIPTS = {
    devanagari: 'प्रिया शर्मा',
    bengali: 'রহিম উদ্দিন',
    thai: 'สมชาย ใจดี',
    hebrew: 'דוד כהן',
    tamil: 'கவிதா ராஜன்',
  } as const

  /** The scripts whose letters the page draws, from the device or from a file. */
  const drawnScripts = (page: Page) =>
    page.evaluate(() =>
      Array.from(document.fonts)
        .filter(({ status }) => status === 'loaded')
        .map(({ family }) => family.replaceAll('"', '').replace('Noto Sans ', '').toLowerCase()),
    )

  test('of a script are loaded where a page shows it, at most 60 KB each unless the device has them, and move nothing', async ({
    page,
    signIn,
  }) => {
    const fonts = new Map<string, number>()
    page.on('requestfinished', async (request) => {
      const [, script] = /\/noto-sans-(\w+)-.*\.woff2$/.exec(pathOf(request)) ?? []
      if (script !== undefined) fonts.set(script, (await request.sizes()).responseBodySize)
    })
    await signIn({ name: 'Ada Lovelace' })
    await page.goto('/en/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect([...fonts]).toEqual([])

    await signIn({
      name: SCRIPTS.devanagari,
      legs: Object.values(SCRIPTS).map((name) => ({ name })),
    })
    await page.goto('/en/team/my')
    await expect(page.getByRole('article')).toHaveCount(5)
    const scripts = Object.keys(SCRIPTS)
    await expect.poll(() => drawnScripts(page)).toEqual(expect.arrayContaining(scripts))
    expect(scripts).toEqual(expect.arrayContaining([...fonts.keys()]))
    for (const [script, bytes] of fonts) expect(bytes, script).toBeLessThanOrEqual(60 * 1024)
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  })
})

test.describe('the language of the profile', () => {
  test('STA-014 STA-015 STA-016 the page reloads in the language of the profile, unless the address has it', async ({
    page,
    signIn,
  }) => {
    await signIn({ language: 'de' })
    const before = await historyLength(page)
    await page.goto('/en/dashboard?from=mail#team')
    await expect(page).toHaveURL(`${product().office}/de/dashboard?from=mail#team`)
    await expect(page.getByRole('button', { name: 'Sprache: Deutsch' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    expect(await historyLength(page)).toBe(before + 2)

    await page.goto('/de/dashboard')
    await expect(page.getByRole('button', { name: 'Sprache: Deutsch' })).toBeVisible()
    expect(await historyLength(page)).toBe(before + 3)
  })

  const historyLength = (page: Page): Promise<number> => page.evaluate(() => history.length)
})

test.describe('the loader', () => {
  test('STA-020 a slow start shows an accessible loader', async ({ page, signIn }) => {
    const language = LANGUAGES.at(-1)!
    await signIn({ language })
    const release = await slowCall(page, CHECK)
    await page.goto(`/${language}/dashboard`)
    const loader = page.getByRole('status').getByText(officeText(language, 'common.loading'))
    await expect(loader).toBeAttached()
    await expectUsable(page)
    await release()
    await expect(loader).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test.describe('what calls carry', () => {
  test('API-001 every call to a service carries the token, except calls with their own credentials', async ({
    page,
    signIn,
  }) => {
    const { token } = await signIn({ firstLine: 1 })
    const calls = recordCalls(page)
    await page.goto('/en/dashboard')
    await expect(dashboard(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: /^Profile/ }).click()
    await page.getByRole('link', { name: 'Log out' }).click()
    await expectAsWritten(page).toHaveURL(`${product().office}/en`)

    const asked = calls.filter((call) => /^\/(v1|oauth)\//.test(pathOf(call)))
    const schemes = await Promise.all(
      asked.map(async (call) => {
        const { authorization = 'none' } = await call.allHeaders()
        return [pathOf(call), authorization.replace(token, 'the token').replace(/ic .*/, 'ic')]
      }),
    )
    const others = schemes.filter(([, scheme]) => scheme !== 'Bearer the token')
    expect(others).toEqual([[CHECK, 'Basic']])
    const paths = schemes.map(([path]) => path)
    for (const path of [
      '/v1/profile',
      '/v1/balances',
      '/v1/exchange/current-rate',
      '/oauth/token/revoke',
    ]) {
      expect(paths).toContain(path)
    }
  })

  test('API-002 without a token no call carries an authorization', async ({ page }) => {
    const calls = recordCalls(page)
    await page.goto('/en/partner/abc')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(calls.length).toBeGreaterThan(1)
    for (const call of calls) expect(await call.allHeaders()).not.toHaveProperty('authorization')
  })
})

test.describe('services at other hosts', () => {
  // A page may call only the hosts of its own configuration.
  test.use({ bypassCSP: true })

  test('CFG-001 calls go to the hosts of the configuration', async ({ page, context }) => {
    const { office, passport } = product()
    const hosts = {
      domainPassport: 'http://passport.example.test',
      domainBusinessRest: 'http://business.example.test',
      domainCdn: 'http://cdn.example.test/files',
    }
    await page.route(`${office}/config`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...hosts } })
    })
    await page.route(`${hosts.domainBusinessRest}/**`, async (route) => {
      const url = route.request().url().replace(hosts.domainBusinessRest, office)
      const response = await route.fetch({ url })
      const headers = { ...response.headers(), 'access-control-allow-origin': '*' }
      await route.fulfill({ response, headers })
    })
    await context.route(`${hosts.domainPassport}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<h1>instead of ${passport}</h1>` }),
    )
    const calls = recordCalls(page)
    await page.goto('/en')

    const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })
    await expect(terms).toHaveAttribute('href', /^http:\/\/cdn\.example\.test\/files\/en\//)
    expect(calls.map((call) => call.url())).toContain(
      `${hosts.domainBusinessRest}/v1/config/frontend`,
    )
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/^http:\/\/passport\.example\.test\/en\/login\?/)
  })

  test('API-060 no other host gets the token', async ({ page, context, signIn }) => {
    const { token } = await signIn({ language: 'de' })
    const { office } = product()
    const other = office.replace('127.0.0.1', 'localhost')
    await page.route(`${office}/config`, async (route) => {
      const response = await route.fetch()
      const config = (await response.json()) as Record<string, string>
      const moved = Object.fromEntries(
        ['domainCdn', 'domainBlog', 'domainTranslations'].map((name) => [
          name,
          config[name]!.replace(office, other),
        ]),
      )
      await route.fulfill({ response, json: { ...config, ...moved } })
    })
    const seen: { url: string; headers: string }[] = []
    await context.route(
      (url) => ![office, product().passport].includes(url.origin),
      async (route) => {
        const { origin, pathname } = new URL(route.request().url())
        const headers = JSON.stringify(await route.request().allHeaders())
        seen.push({ url: `${origin}${pathname}`, headers })
        if (origin !== other) return route.fulfill({ contentType: 'text/plain', body: '' })
        const response = await route.fetch({ headers: {} })
        const readable = { ...response.headers(), 'access-control-allow-origin': '*' }
        return route.fulfill({ response, headers: readable })
      },
    )
    await page.goto('/de/dashboard')
    await expect(page.getByRole('button', { name: 'Sprache: Deutsch' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await Promise.all([
      page.waitForRequest(/\.pdf$/),
      page.getByRole('contentinfo').locator('a[href$=".pdf"]').last().click(),
    ])

    const urls = seen.map(({ url }) => url)
    expect(urls).toContain(`${other}/translations/manifest.json`)
    expect(urls.some((url) => url.endsWith('.pdf'))).toBe(true)
    for (const { url, headers } of seen) {
      expect(headers.includes(token), `${url} was given the token`).toBe(false)
      expect(headers, url).not.toMatch(/"(authorization|cookie)"/)
    }
  })
})
