import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getConfig } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { buildWeb } from '../../../../scripts/build-web.mjs'
import { buildServices, type Services } from '../app.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { Readiness } from '../http/readiness.ts'
import { OperatorKey } from '../operator/operator-key.ts'
import { IDENTITY, openTestCore } from '../testing/core.ts'
import { onBothDatabases } from '../testing/databases.ts'

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

onBothDatabases('pages', (open) => {
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
    test.each(['/', '/en', '/en/dashboard', '/de/partner/K7M2QX', '/xx/anything/at/all'])(
      'is the same document at %s, never cached',
      async (url) => {
        const response = await office.inject({ url, headers: HTML })
        expect(response.statusCode).toBe(200)
        expect(response.headers['content-type']).toContain('text/html')
        expect(response.headers['cache-control']).toBe('no-store')
        expect(response.body).toContain('<div id="root">')
      },
    )

    test('forbids frames, foreign scripts and referrers', async () => {
      for (const service of [office, passport]) {
        const { headers } = await service.inject({ url: '/en/login', headers: HTML })
        const policy = String(headers['content-security-policy'])
        expect(policy).toContain("default-src 'none'")
        expect(policy).toContain("script-src 'self';")
        expect(policy).toContain("frame-ancestors 'none'")
        expect(policy).not.toContain('unsafe')
        expect(policy).toContain('connect-src')
        expect(policy).toContain('http://passport.test')
        expect(headers['referrer-policy']).toBe('no-referrer')
        expect(headers['x-frame-options']).toBe('DENY')
        expect(headers['x-content-type-options']).toBe('nosniff')
      }
    })

    test('its scripts are cached for a year, under names that change with their content', async () => {
      const { body } = await office.inject({ url: '/en', headers: HTML })
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

    test('an unknown path is not found if the request does not accept a page', async () => {
      const response = await office.inject({ url: '/en/dashboard', headers: { accept: '*/*' } })
      expect(response.statusCode).toBe(404)
      expect((await office.inject({ method: 'POST', url: '/en', headers: HTML })).statusCode).toBe(
        404,
      )
    })
  })

  describe('translations and documents', () => {
    test('the manifest names a file for each language, with a hash of its content, readable from any origin', async () => {
      const manifest = await office.inject('/translations/manifest.json')
      expect(manifest.headers['access-control-allow-origin']).toBe('*')
      for (const [language, { file, hash }] of Object.entries<{ file: string; hash: string }>(
        manifest.json(),
      )) {
        expect(file).toBe(`${language}-${hash.slice(0, 12)}.json`)
        const texts = await office.inject(`/translations/${file}`)
        expect(texts.headers['cache-control']).toContain('immutable')
        expect(texts.headers['access-control-allow-origin']).toBe('*')
        expect(Object.keys(texts.json())).toContain('key00022')
      }
    })

    test.each([
      ['/cdn/de/terms.pdf', 'deutsch', 'in the language'],
      ['/cdn/de/donts.pdf', 'english', 'in English where there is none in the language'],
      ['/cdn/ar/disclaimer.pdf', 'sample', 'as a sample where the operators have none'],
    ])('%s is answered %s (%s)', async (url, content) => {
      const response = await office.inject(url)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('application/pdf')
      expect(response.body).toContain(content)
    })
  })
})
