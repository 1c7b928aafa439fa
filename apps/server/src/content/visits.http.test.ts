import { beforeAll, expect, test } from 'vitest'

import { changeSettings } from '../business/settings/change-settings.ts'
import { appConfig } from './app-config.ts'
import { ReadCache } from '../db/read-cache.ts'
import { onPostgres } from '../testing/databases.ts'
import { PartnersService } from '../testing/partners-service.ts'

const MINUTE = 60_000
const VISITS = [
  '/config',
  '/health/live',
  '/health/ready',
  '/en/nowhere',
  '/assets/none.js',
  '/v1/x',
]

onPostgres('visits', (newDatabase) => {
  let service: PartnersService
  beforeAll(async () => {
    service = await PartnersService.open(await newDatabase())
  })

  const visit = (url: string, from: string, app = service.office) =>
    app.inject({ url, headers: { 'x-forwarded-for': from } })

  test('H17 every visit counts by its network, on both public ports, also without a token', async () => {
    await changeSettings(service.core, { 'rateLimit.address': '1' })
    // The limit is read in the background: the visit before knows the one before.
    await expect
      .poll(async () => {
        service.clock.now += MINUTE
        for (let at = 0; at < 10; at += 1) await visit('/config', '2001:db8::1')
        return (await visit('/config', '2001:db8::1')).statusCode
      })
      .toBe(429)
    for (const url of VISITS) {
      const refused = await visit(url, '2001:db8::ffff')
      expect(refused.statusCode, url).toBe(429)
      expect(refused.headers['retry-after']).toBe('60')
    }
    expect((await visit('/config', '2001:db8::2', service.passport)).statusCode).toBe(429)
    expect((await visit('/config', '2001:db8:0:1::1')).statusCode).toBe(200)
    await changeSettings(service.core, { 'rateLimit.address': null })
  })

  test('the configuration comes from memory: many callers need no connection', async () => {
    const { database } = service.core
    const recent = new ReadCache(MINUTE)
    const origins = { office: 'http://office.test', passport: 'http://passport.test' }
    const client = () => ({ id: 'a', secret: 'b' })
    const first = await appConfig({ recent, read: database.read }, origins, client)
    const nothing = { recent, read: null as never }
    expect(await appConfig(nothing, origins, client)).toEqual(first)
  })
})
