import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { getConfig } from '@partner-office/contracts'
import { offeredLanguages } from '@partner-office/locales'
import { useOwnTexts } from '@partner-office/locales/read'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { buildWeb } from '../../../../scripts/build-web.mjs'
import { buildServices, type Services } from '../app.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { Readiness } from '../http/readiness.ts'
import { OperatorKey } from '../operator/operator-key.ts'
import { IDENTITY, openTestCore, TEST_NOW } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { keepBuiltFiles } from './built-files.ts'

const HTML = { accept: 'text/html' }
const documents = mkdtempSync(join(tmpdir(), 'partner-office-documents-'))
afterAll(() => rmSync(documents, { recursive: true }))

beforeAll(async () => {
  await buildWeb()
  mkdirSync(join(documents, 'de'))
  mkdirSync(join(documents, 'en'))
  writeFileSync(join(documents, 'de', 'terms.pdf'), '%PDF-1.4 deutsch')
  writeFileSync(join(documents, 'en', 'donts.pdf'), '%PDF-1.4 english')
})

onPostgres('pages', (open) => {
  let services: Services
  let office: FastifyInstance
  let passport: FastifyInstance
  let core: Awaited<ReturnType<typeof openTestCore>>

  beforeAll(async () => {
    core = await openTestCore(await open())
    const readiness = new Readiness()
    services = buildServices({
      core,
      readiness,
      logger: pino({ level: 'silent' }),
      operatorKey: new OperatorKey('a-key-of-some-length'),
      trustedProxies: [],
      ...IDENTITY,
      documents,
    })
    readiness.phase = 'serving'
    ;({ office, passport } = services)
    await Promise.all([office.ready(), passport.ready()])
  })
  afterAll(async () => {
    await Promise.all(Object.values(services).map((service) => service.close()))
  })

  describe('UPG-007 built files of the version before', () => {
    const HOUR = 3_600_000
    const folder = mkdtempSync(join(tmpdir(), 'partner-office-built-'))
    afterAll(() => rmSync(folder, { recursive: true }))
    const apps = ['office', 'passport', 'console', 'translations'] as const
    const keep = (later: number, folders = apps.map((app) => ({ app, folder }))) =>
      keepBuiltFiles({ ...core, clock: () => TEST_NOW + later }, folders)
    const ask = async (service: FastifyInstance, url: string) => {
      const { statusCode, headers, body } = await service.inject({ url })
      return { statusCode, body, type: headers['content-type'], kept: headers['cache-control'] }
    }
    const SCRIPT = {
      statusCode: 200,
      body: 'former()',
      type: 'text/javascript; charset=utf-8',
      kept: 'public, max-age=31536000, immutable',
    }

    test('UPG-007 are answered by every process, of each app, as they were served before', async () => {
      writeFileSync(join(folder, 'area-Ab3dEf9h.js'), 'former()')
      writeFileSync(join(folder, 'de-0123456789ab.json'), '{}')
      writeFileSync(join(folder, 'unhashed.js'), 'now()')
      await keep(0)
      const { operators } = services
      expect(await ask(office, '/assets/area-Ab3dEf9h.js')).toEqual(SCRIPT)
      expect(await ask(passport, '/assets/area-Ab3dEf9h.js')).toEqual(SCRIPT)
      expect(await ask(operators, '/console/assets/area-Ab3dEf9h.js')).toEqual(SCRIPT)
      expect(await ask(office, '/translations/de-0123456789ab.json')).toMatchObject({
        statusCode: 200,
        body: '{}',
      })
      for (const url of ['/assets/unhashed.js', '/assets/area-Ab3dEf9i.js', '/unhashed.js']) {
        expect(await ask(office, url)).toMatchObject({ statusCode: 404 })
      }
    })

    test('UPG-007 are kept for a day after the last process that had them, and then deleted', async () => {
      const count = async () =>
        (await core.database.read.selectFrom('builtFiles').select('name').execute()).length
      const before = await count()
      await keep(HOUR)
      // The processes of the next version have none of these files.
      await keep(26 * HOUR - 1, [])
      expect(await count()).toBe(before)
      await keep(26 * HOUR, [])
      expect(await count()).toBe(0)
    })
  })

  describe('the configuration', () => {
    test('API-004 GET /config answers all addresses, without an envelope, and is never cached', async () => {
      const response = await office.inject('/config')
      expect(response.statusCode).toBe(200)
      expect(response.headers['cache-control']).toBe('no-store')
      expect(getConfig.reply.parse(response.json())).toMatchObject({
        product: 'partner',
        domainPassport: 'http://passport.test',
        domainBusinessRest: 'http://office.test',
        domainOauth: 'http://passport.test',
        domainExchange: 'http://office.test',
        domainTranslations: 'http://office.test/translations',
        domainCdn: 'http://office.test/cdn',
      })
      expect((await passport.inject('/config')).json()).toEqual(response.json())
    })

    test('a host that an operator has set replaces the default', async () => {
      const domainCdn = 'https://cdn.example.com'
      await changeSettings(core, { domainCdn })
      expect((await office.inject('/config')).json()).toMatchObject({ domainCdn })
    })
  })

  describe('a page', () => {
    test.each(['/en/dashboard', '/de/login', '/xx/anything/at/all', '/en/partner/a/b'])(
      'is the same document at %s, never cached',
      async (url) => {
        const response = await office.inject({ url, headers: HTML })
        expect(response.statusCode).toBe(200)
        expect(response.headers['content-type']).toContain('text/html')
        expect(response.headers['cache-control']).toBe('no-store')
        expect(response.body).toContain('<div id="root"></div>')
      },
    )

    test.each([
      undefined,
      '*/*',
      'text/html',
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'text/*;q=0.5',
      'application/json, text/plain, */*',
    ])('is the answer to Accept: %s', async (accept) => {
      for (const url of ['/', '/en', '/en/dashboard']) {
        const headers = accept === undefined ? {} : { accept }
        const { statusCode, headers: answered } = await office.inject({ url, headers })
        expect(statusCode).toBe(200)
        expect(answered['content-type']).toContain('text/html')
        expect((await office.inject({ method: 'HEAD', url, headers })).statusCode).toBe(200)
      }
    })

    test.each(['application/json', 'application/json; charset=utf-8', 'image/png'])(
      'is no answer to Accept: %s',
      async (accept) => {
        for (const url of ['/', '/en', '/en/dashboard']) {
          const response = await office.inject({ url, headers: { accept } })
          expect(response.statusCode).toBe(404)
          expect(response.json()).toMatchObject({ errors: [{ code: 'not_found' }] })
        }
      },
    )

    test('forbids frames, foreign scripts, texts as code and referrers', async () => {
      for (const service of [office, passport]) {
        const { headers } = await service.inject({ url: '/en/login', headers: HTML })
        const policy = String(headers['content-security-policy'])
        expect(policy).toContain("default-src 'none'")
        expect(policy).toContain("script-src 'self';")
        expect(policy).toContain("frame-ancestors 'none'")
        expect(policy).toContain("require-trusted-types-for 'script'")
        expect(policy).not.toContain('unsafe')
        expect(policy).toContain('connect-src')
        expect(policy).toContain('http://passport.test')
      }
    })

    test('allows the maps service only with a key, and only the office', async () => {
      const scriptsOf = async (service: FastifyInstance) => {
        const { headers } = await service.inject({ url: '/en/login', headers: HTML })
        return /script-src ([^;]*)/.exec(String(headers['content-security-policy']))![1]
      }
      await changeSettings(core, { googleApiKey: 'a-key' })
      expect(await scriptsOf(office)).toBe("'self' https://maps.googleapis.com")
      expect(await scriptsOf(passport)).toBe("'self'")
      await changeSettings(core, { googleApiKey: null })
      expect(await scriptsOf(office)).toBe("'self'")
    })

    test('PWA-002 the service worker may call the office and the services, and load nothing else', async () => {
      const { headers, statusCode } = await office.inject('/office-worker.js')
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe('public, max-age=0')
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/^default-src 'none'; connect-src 'self'( https?:\/\/[\w.:-]+)*$/)
      const page = await office.inject({ url: '/en/dashboard', headers: HTML })
      expect(page.headers['content-security-policy']).toContain("; worker-src 'self'; ")
    })

    test('names the policies that may make trusted types', async () => {
      const policiesOf = async (service: FastifyInstance, url: string) => {
        const { headers } = await service.inject({ url, headers: HTML })
        return /; trusted-types ([^;]*)$/.exec(String(headers['content-security-policy']))?.[1]
      }
      expect(await policiesOf(office, '/en/dashboard')).toBe('news-feed dompurify office-worker')
      expect(await policiesOf(office, '/en')).toBe("'none'")
      expect(await policiesOf(passport, '/en/login')).toBe("'none'")
      await changeSettings(core, { googleApiKey: 'a-key' })
      expect(await policiesOf(office, '/en/dashboard')).toBe('*')
      expect(await policiesOf(passport, '/en/login')).toBe("'none'")
      await changeSettings(core, { googleApiKey: null })
    })

    test('every answer has the headers of security', async () => {
      for (const [service, url] of [
        [office, '/'],
        [office, '/en/dashboard'],
        [office, '/start.js'],
        [office, '/robots.txt'],
        [office, '/verify-statement.mjs'],
        [office, '/cdn/en/terms.pdf'],
        [office, '/translations/manifest.json'],
        [office, '/config'],
        [office, '/v1/profile'],
        [office, '/v1/nothing'],
        [office, '/health/live'],
        [passport, '/en/login'],
        [passport, '/oauth/nothing'],
      ] as const) {
        const { headers } = await service.inject({ url, headers: { accept: '*/*' } })
        expect(headers, url).toMatchObject({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
        })
        expect(headers['content-security-policy'], url).toContain("frame-ancestors 'none'")
      }
    })

    test('its scripts are cached for a year, under names that change with their content', async () => {
      const { body } = await office.inject({ url: '/en/login', headers: HTML })
      const [script] = /\/assets\/[\w.-]+\.js/.exec(body) ?? []
      const response = await office.inject({
        url: script!,
        headers: { 'accept-encoding': 'gzip, br' },
      })
      expect(response.statusCode).toBe(200)
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(response.headers['content-encoding']).toBe('br')
      const start = await office.inject('/start.js')
      expect(start.headers['cache-control']).toBe('public, max-age=0')
    })
  })

  test('the office serves the program that checks statements, byte for byte', async () => {
    const url = '/verify-statement.mjs'
    const response = await office.inject({ url, headers: { accept: '*/*' } })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/javascript; charset=utf-8')
    const source = join(import.meta.dirname, '../../../../packages/statement-check/src', url)
    expect(response.rawPayload.equals(readFileSync(source))).toBe(true)
    expect((await passport.inject({ url, headers: { accept: '*/*' } })).statusCode).toBe(404)
  })

  test('the address printed on statements opens a page, with and without a language', async () => {
    for (const url of ['/statement/0f', '/de/statement/0f', '/ar/statement']) {
      const response = await office.inject({ url, headers: HTML })
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
    }
  })

  describe('DIS-005 the page about the income of partners', () => {
    const read = (url: string, headers: Record<string, string> = {}) =>
      office.inject({ url, headers: { ...HTML, ...headers } })

    test('is rendered in each language and loads no script', async () => {
      for (const [language, title] of [
        ['en', 'What partners earned'],
        ['de', 'Was Partner verdient haben'],
        ['ar', 'كم كسب الشركاء'],
      ] as const) {
        const { statusCode, headers, body } = await read(`/${language}/income`)
        expect(statusCode).toBe(200)
        expect(headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          vary: 'accept-encoding, cookie',
        })
        expect(body).toContain(
          `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
        )
        expect(body).toContain(`<title>${title}</title>`)
        expect(body).toContain(`<h1 class="hero-title">${title}</h1>`)
        expect(body).not.toMatch(/<script[^>]* src|type="module"|<!--/)
        const [, script] = /<script>([^]*?)<\/script>/.exec(body)!
        const hash = createHash('sha256').update(script!).digest('base64')
        expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}'`)
      }
    })

    test('is compressed, and is 16 KB at most with its styles', async () => {
      const { headers, rawPayload } = await read('/en/income', { 'accept-encoding': 'gzip, br' })
      expect(headers['content-encoding']).toBe('br')
      expect(rawPayload.length).toBeLessThan(16 * 1024)
    })

    test('offers no sign-in to whoever may be signed in, and is 404 in a month without a disclosure', async () => {
      expect((await read('/en/income')).body).toContain('/en/login')
      const { body } = await read('/en/income', { cookie: 'partner_access_token=any' })
      expect(body).not.toContain('/en/login')
      expect((await read('/en/income?month=2026-01')).statusCode).toBe(404)
    })

    test('shows an own text of an operator as soon as it is there', async () => {
      mkdirSync(join(documents, 'own', 'de'), { recursive: true })
      const own = { 'common.income': 'Einnahmen der Partner' }
      writeFileSync(join(documents, 'own', 'de', 'shared.json'), JSON.stringify(own))
      useOwnTexts(join(documents, 'own'))
      expect((await read('/de/income')).body).toContain('<title>Einnahmen der Partner</title>')
      useOwnTexts()
      expect((await read('/de/income')).body).toContain('<title>Was Partner verdient haben</title>')
    })

    test('DIS-006 is 404 while it is switched off, and the landing hides its link', async () => {
      expect((await read('/en')).body).toContain('data-income="true"')
      await changeSettings(core, { disclosure: 'FALSE' })
      expect((await read('/en/income')).statusCode).toBe(404)
      expect((await read('/en')).body).toContain('data-income="false"')
      await changeSettings(core, { disclosure: 'TRUE' })
      expect((await read('/en/income')).statusCode).toBe(200)
    })
  })

  describe('a path that is no page', () => {
    test.each([
      '/v1/nothing',
      '/oauth/nothing',
      '/internal/v1/orders',
      '/assets/nothing.js',
      '/translations/nothing.json',
      '/cdn/en/nothing.pdf',
      '/assets/..%2f..%2fpackage.json',
      '/cdn/en/..%2f..%2fsecret.pdf',
      '/assets/.build-stamp',
      '/.build-stamp',
    ])('is answered with 404 and the envelope: %s', async (url) => {
      const response = await office.inject({ url, headers: { accept: '*/*' } })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ state: 'error', errors: [{ code: 'not_found' }] })
    })

    test('a page cannot be written', async () => {
      const response = await office.inject({ method: 'POST', url: '/en', headers: HTML })
      expect(response.statusCode).toBe(404)
    })
  })

  describe('the public pages', () => {
    const visit = (url: string, headers: Record<string, string> = {}) =>
      office.inject({ url, headers: { ...HTML, ...headers } })

    test.each([
      ['/', 'en', 'ltr', 'Your team, your ranks'],
      ['/en', 'en', 'ltr', 'Your team, your ranks'],
      ['/de/', 'de', 'ltr', 'Ihr Team, Ihre Ränge'],
      ['/ar?from=mail', 'ar', 'rtl', 'فريقك ورتبك'],
      ['/en/partner/K7M2QX', 'en', 'ltr', 'You are invited'],
      ['/de/partner/a%20b/', 'de', 'ltr', 'eingeladen'],
    ])('%s is rendered before any script, in %s', async (url, language, direction, title) => {
      const { body, statusCode } = await visit(url)
      expect(statusCode).toBe(200)
      expect(body).toMatch(
        new RegExp(`<html lang="${language}" dir="${direction}" data-product="partner"[^>]*>`),
      )
      expect(/<h1[^>]*>([^<]*)</.exec(body)?.[1]).toContain(title)
      expect(body).toMatch(/<title>[^<]*Partner Office[^<]*<\/title>/)
      expect(body).toMatch(/<meta name="description" content="[^"]{20,}" \/>/)
      expect(body).not.toMatch(/%[A-Z]+%|<!--\w/)
      expect(body).not.toContain('K7M2QX')
    })

    test('the home page names its address, its languages and its picture', async () => {
      const { body } = await visit('/de')
      expect(body).toContain('<link rel="canonical" href="http://office.test/de" />')
      for (const language of ['en', 'de', 'ar']) {
        expect(body).toContain(
          `<link rel="alternate" hreflang="${language}" href="http://office.test/${language}" />`,
        )
      }
      expect(body).toContain('hreflang="x-default" href="http://office.test/en"')
      expect(body).toContain('property="og:image" content="http://office.test/og.png"')
      expect((await visit('/en/partner/a')).body).toContain('content="noindex"')
    })

    test('their only inline script and styles are those that the policy names', async () => {
      const { body, headers } = await visit('/en')
      const policy = String(headers['content-security-policy'])
      for (const element of ['script', 'style']) {
        const inline = [...body.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))]
        expect(inline).toHaveLength(1)
        const hash = createHash('sha256').update(inline[0]![1]!).digest('base64')
        expect(policy).toContain(`${element}-src 'self' 'sha256-${hash}'`)
      }
      expect(body).not.toMatch(/\sstyle=|\son\w+=/)
    })

    test('they are compressed for whoever understands it', async () => {
      for (const [accepted, encoding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['identity', undefined],
      ] as const) {
        const { headers } = await visit('/en', { 'accept-encoding': accepted })
        expect(headers['content-encoding']).toBe(encoding)
        expect(headers['vary']).toContain('cookie')
      }
    })

    test.each([
      ['/en', { cookie: 'theme=1; partner_access_token=abc' }],
      ['/en/partner/a', { cookie: 'partner_access_token=abc' }],
      ['/en?token=abc', {}],
      ['/en/partner/a?from=mail&token=', {}],
      ['/xx', {}],
      ['/cs', {}],
    ])('%s with %j is a matter of the office', async (url, headers: Record<string, string>) => {
      expect((await visit(url, headers)).body).toContain('<div id="root"></div>')
    })

    test('only offered languages have public pages', async () => {
      await changeSettings(core, { languages: 'en,ar' })
      expect((await visit('/de')).body).toContain('<div id="root"></div>')
      const { body } = await visit('/ar')
      expect(body).toContain('hreflang="en"')
      expect(body).not.toContain('hreflang="de"')
      expect((await office.inject('/sitemap.xml')).body).not.toContain('http://office.test/de')
      await changeSettings(core, { languages: null })
    })

    test('robots.txt names the site map, which names every language', async () => {
      const robots = await office.inject('/robots.txt')
      expect(robots.headers['content-type']).toContain('text/plain')
      expect(robots.body).toContain('Sitemap: http://office.test/sitemap.xml')
      const { headers, body } = await office.inject('/sitemap.xml')
      expect(headers['content-type']).toContain('application/xml')
      expect(body.match(/<loc>[^<]*<\/loc>/g)).toEqual(
        offeredLanguages('default').map((language) => `<loc>http://office.test/${language}</loc>`),
      )
      expect((await passport.inject('/robots.txt')).statusCode).toBe(404)
    })

    test('PWA-001 the manifest of a language names icons that exist', async () => {
      const { body } = await visit('/en')
      const [, path] = /<link rel="manifest" href="([^"]+)"/.exec(body)!
      const manifest = (await office.inject(path!)).json()
      expect(manifest).toMatchObject({
        lang: 'en',
        start_url: '/en/dashboard',
        display: 'standalone',
      })
      for (const { src } of [...manifest.icons, { src: '/og.png' }, { src: '/icon-180.png' }]) {
        const icon = await office.inject(src)
        expect(icon.statusCode).toBe(200)
        expect(icon.headers['content-type']).toMatch(/^image\//)
      }
    })

    test('the scripts of the home page need at most 130 KB', async () => {
      const { body } = await visit('/en')
      const [entry] = /\/assets\/landing-[\w-]+\.js/.exec(body)!
      // The entry and what it loads later.
      const { body: code } = await office.inject(entry)
      const later = [...code.matchAll(/assets\/[\w-]+\.js|\.\/[\w-]+\.js/g)].map(
        ([path]) => `/assets/${path.split('/')[1]}`,
      )
      const scripts = [...new Set([entry, ...later])]
      expect(scripts.length).toBeGreaterThan(1)
      const sizes = await Promise.all(
        scripts.map(async (path) => {
          const { rawPayload } = await office.inject(path)
          return gzipSync(rawPayload, { level: 9 }).length
        }),
      )
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      expect(bytes).toBeGreaterThan(50_000)
      expect(bytes).toBeLessThanOrEqual(130_000)
    })
  })

  describe('translations and documents', () => {
    test('API-049 I18-004 the manifest names a file for each language, with a hash of its content, readable from any origin', async () => {
      const manifest = await office.inject('/translations/manifest.json')
      expect(manifest.headers['access-control-allow-origin']).toBe('*')
      for (const [language, { file, hash }] of Object.entries<{ file: string; hash: string }>(
        manifest.json(),
      )) {
        expect(file).toBe(`${language}-${hash.slice(0, 12)}.json`)
        const texts = await office.inject(`/translations/${file}`)
        expect(texts.headers['cache-control']).toContain('immutable')
        expect(texts.headers['access-control-allow-origin']).toBe('*')
        expect(Object.keys(texts.json())).toContain('loadFailed')
      }
    })

    test('a set that operators put into the data directory replaces the built one, and its pre-rendered pages', async () => {
      const own = mkdtempSync(join(tmpdir(), 'partner-office-own-'))
      const builtManifest = (await office.inject('/translations/manifest.json')).json()
      const ownTitle = { 'common.close': 'Zumachen' }
      try {
        mkdirSync(join(own, 'de'))
        writeFileSync(join(own, 'de', 'shared.json'), JSON.stringify(ownTitle))
        useOwnTexts(own)
        const manifest = (await office.inject('/translations/manifest.json')).json()
        expect(manifest).toEqual({ ...builtManifest, de: manifest.de })
        expect(manifest.de).not.toEqual(builtManifest.de)
        const file = await office.inject(`/translations/${manifest.de.file}`)
        const built = await office.inject(`/translations/${builtManifest.de.file}`)
        expect(file.json()).toEqual({ ...built.json(), ...ownTitle })
        expect(createHash('sha256').update(file.body).digest('hex')).toBe(manifest.de.hash)
        expect(file.headers['cache-control']).toContain('immutable')

        writeFileSync(join(own, 'de', 'shared.json'), '{"common.close":"Fenster zu"}')
        const earlier = await office.inject(`/translations/${manifest.de.file}`)
        expect(earlier.json()).toMatchObject({ 'common.close': 'Fenster zu' })
        expect(earlier.headers['cache-control']).not.toContain('immutable')

        const [ownPage, builtPage] = await Promise.all(
          ['/de', '/ar'].map((url) => office.inject({ url, headers: HTML })),
        )
        expect(builtPage!.body).toContain('id="texts"')
        expect(ownPage!.body).not.toContain('id="texts"')
      } finally {
        useOwnTexts()
        rmSync(own, { recursive: true })
      }
    })

    test.each([
      ['/cdn/de/terms.pdf', 'deutsch', 'in the language'],
      ['/cdn/de/donts.pdf', 'english', 'in English where there is none in the language'],
      ['/cdn/ar/disclaimer.pdf', '/Lang (ar)', 'as a sample where the operators have none'],
    ])('%s is answered %s (%s)', async (url, content) => {
      const response = await office.inject(url)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('application/pdf')
      expect(response.body).toContain(content)
    })
  })
})
