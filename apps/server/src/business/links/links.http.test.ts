import type { LinkMonth } from '@partner-office/contracts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'

import { buildServices } from '../../app.ts'
import { Readiness } from '../../http/readiness.ts'
import { OperatorKey } from '../../operator/operator-key.ts'
import { asUpload, IDENTITY, openTestCore, type TestClock } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { recordOrder } from '../../testing/record-order.ts'
import { cancelOrder } from '../orders/intake/cancel-order.ts'
import { blockPartner } from '../partners/block-partner.ts'
import { enrollPartner } from '../partners/enroll-partner.ts'
import { importPartners } from '../partners/import-partners.ts'
import { registerPartner } from '../partners/register-partner.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { VisitCounts } from './visit-counts.ts'

const day = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date)
const NOW = day(2026, 11, 20) + 3_600_000
const PARTNERS = `id,sponsorId,email,firstName,lastName,registeredAt,countryId
1,,ada@example.com,Ada,Own,2025-01-02T00:00:00Z,DE
2,1,bea@example.com,Bea,Imported,2026-10-03T00:00:00Z,FR
3,,cy@example.com,Cy,Other,2025-01-03T00:00:00Z,FR
`
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const CANARY_AGENT = `${CHROME} canary-agent-5417`
const CANARY_ADDRESS = '203.0.113.77'

onPostgres('link statistics', (newDatabase) => {
  let service: PartnersService
  let clock: TestClock
  const logged: string[] = []
  let counts: VisitCounts
  let code: string
  let address = 0

  beforeAll(async () => {
    clock = { now: NOW }
    const core = await openTestCore(await newDatabase(), { clock })
    await importPartners(core, asUpload(PARTNERS))
    service = await PartnersService.around(core, clock)
    counts = new VisitCounts(core)
    code = await codeOf(1)
  })

  const codeOf = async (id: number): Promise<string> => {
    const { inviteCode } = await service.core.database.read
      .selectFrom('partners')
      .select('inviteCode')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return inviteCode
  }
  const stored = async () =>
    service.core.database.read
      .selectFrom('linkVisits')
      .selectAll()
      .orderBy('partnerId')
      .orderBy('day')
      .execute()

  /** Sends visits to an office of its own, which writes when it closes; returns what they added to the stored visits. */
  async function visits(
    requests: readonly { headers?: Record<string, string>; from?: string; payload?: object }[],
  ): Promise<number> {
    const readiness = new Readiness()
    readiness.phase = 'serving'
    const logger = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) })
    const services = buildServices({
      core: service.core,
      readiness,
      logger,
      operatorKey: new OperatorKey('a-key-of-some-length'),
      trustedProxies: ['127.0.0.1'],
      ...IDENTITY,
    })
    const before = (await stored()).reduce((sum, row) => sum + row.visits, 0)
    for (const { headers = {}, from, payload = { invite: code } } of requests) {
      address += 1
      const answer = await services.office.inject({
        method: 'POST',
        url: '/v1/links/visit',
        headers: {
          'user-agent': CHROME,
          'x-forwarded-for': from ?? `198.51.${address >> 8}.${address & 255}`,
          ...headers,
        },
        payload,
      })
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    await Promise.all(Object.values(services).map((each) => each.close()))
    return (await stored()).reduce((sum, row) => sum + row.visits, 0) - before
  }

  test('LNK-002 a visit of a valid code counts on its UTC day, in any case of letters', async () => {
    const before = clock.now
    clock.now = day(2026, 11, 19) + 86_399_999
    expect(await visits([{}, { payload: { invite: code.toLowerCase() } }])).toBe(2)
    clock.now = day(2026, 11, 20)
    expect(await visits([{}])).toBe(1)
    clock.now = before
    expect(await stored()).toEqual([
      { partnerId: 1, day: day(2026, 11, 19), visits: 2 },
      { partnerId: 1, day: day(2026, 11, 20), visits: 1 },
    ])
  })

  test('LNK-002 an unknown code, no code, and the code of a blocked partner count nothing', async () => {
    const invites = ['NOBODY99', '', 7, undefined].map((invite) => ({ payload: { invite } }))
    expect(await visits(invites)).toBe(0)
    const other = { payload: { invite: await codeOf(3) } }
    expect(await visits([other])).toBe(1)
    await blockPartner(service.core, 3, true, 'a reason')
    expect(await visits([other])).toBe(0)
  })

  test.each([
    ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['a headless browser', CHROME.replace('Chrome', 'HeadlessChrome')],
    ['Facebook’s preview', 'facebookexternalhit/1.1'],
    ['WhatsApp’s preview', 'WhatsApp/2.23.20.0'],
    ['Telegram’s preview', 'TelegramBot (like TwitterBot)'],
    ['curl', 'curl/8.5.0'],
    ['Python', 'python-requests/2.32'],
    ['Lighthouse', `${CHROME} Chrome-Lighthouse`],
    ['no agent', ''],
  ])('LNK-003 %s is not counted', async (_, agent) => {
    expect(await visits([{ headers: { 'user-agent': agent } }])).toBe(0)
  })

  test('LNK-003 phones with the name of a bot are counted', async () => {
    const agent =
      'Mozilla/5.0 (Linux; Android 14; CUBOT X70) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'
    expect(await visits([{ headers: { 'user-agent': agent } }])).toBe(1)
  })

  test.each([
    ['LNK-003', 'sec-purpose', 'prefetch;prerender'],
    ['LNK-003', 'purpose', 'prefetch'],
    ['LNK-003', 'x-moz', 'prefetch'],
    ['LNK-005', 'dnt', '1'],
    ['LNK-005', 'sec-gpc', '1'],
  ])('%s a visit with %s: %s is not counted', async (_, name, value) => {
    expect(await visits([{ headers: { [name]: value } }])).toBe(0)
  })

  test('LNK-005 a browser that says it may be counted is counted', async () => {
    expect(await visits([{ headers: { dnt: '0' } }])).toBe(1)
  })

  test('LNK-003 30 visits a minute of one network count, and 30 in the next minute', async () => {
    const from = '203.0.113.5'
    expect(await visits(Array.from({ length: 32 }, () => ({ from })))).toBe(30)
    expect(await visits([{ from: '203.0.113.6' }])).toBe(1)
  })

  test('LNK-004 neither address nor agent of a visitor is stored or logged', async () => {
    const canary = { from: CANARY_ADDRESS, headers: { 'user-agent': CANARY_AGENT } }
    expect(await visits([canary])).toBe(1)
    const { rows } = await service.core.database.asOwner((tx) =>
      sql<{ text: string }>`
        select string_agg(query_to_xml(format('select * from %I.%I', schemaname, tablename), true, false, '')::text, '') as text
        from pg_tables where schemaname in ('public', 'passport', 'console')`.execute(tx),
    )
    for (const text of [rows[0]!.text, logged.join('\n')]) {
      expect(text).not.toContain('canary-agent-5417')
      expect(text).not.toContain(CANARY_ADDRESS)
    }
    const columns = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = 'link_visits'
      order by ordinal_position`.execute(service.core.database.read)
    expect(columns.rows.map(({ name }) => name)).toEqual(['partner_id', 'day', 'visits'])
  })

  test('LNK-006 1,000 visits of one link are one write, and a database that is away drops them', async () => {
    const { database } = service.core
    let writes = 0
    const counted = new VisitCounts({
      ...service.core,
      database: {
        ...database,
        change: (statement) => {
          writes += 1
          return database.change(statement)
        },
      },
    })
    const before = (await stored()).find((row) => row.day === day(2026, 11, 20))!.visits
    for (let visit = 0; visit < 1_000; visit += 1) counted.note(code)
    await counted.write()
    expect(writes).toBe(1)
    const after = (await stored()).find((row) => row.day === day(2026, 11, 20))!.visits
    expect(after - before).toBe(1_000)

    const away = new VisitCounts({
      ...service.core,
      database: { ...database, change: () => Promise.reject(new Error('away')) },
    })
    away.note(code)
    await away.write()
    await counts.write()
    expect((await stored()).find((row) => row.day === day(2026, 11, 20))!.visits).toBe(after)
  })

  describe('by month', () => {
    test('LNK-001 registrations and first orders are those of the facts, without imported partners', async () => {
      const { core } = service
      const register = async (name: string, at: number): Promise<number> => {
        clock.now = at
        const id = await registerPartner(core, {
          email: `${name}@example.com`,
          passwordHash: 'not a hash',
          firstName: name,
          lastName: 'New',
          countryId: 'DE',
          language: 'en',
          referral: code,
        })
        clock.now = at + 1
        if (name !== 'unconfirmed') await enrollPartner(core, id, async () => {})
        return id
      }
      const first = await register('first', day(2026, 10, 31))
      const second = await register('second', day(2026, 11, 1))
      await register('third', day(2026, 11, 2))
      await register('unconfirmed', day(2026, 11, 3))
      clock.now = NOW
      // Imported; a second order; a cancelled first one.
      await recordOrder(core, { orderId: 1, partnerId: 2, paidAt: day(2026, 11, 4), cents: 5_000 })
      await recordOrder(core, {
        orderId: 2,
        partnerId: first,
        paidAt: day(2026, 11, 4),
        cents: 5_000,
      })
      await recordOrder(core, {
        orderId: 3,
        partnerId: first,
        paidAt: day(2026, 11, 5),
        cents: 5_000,
      })
      await recordOrder(core, {
        orderId: 4,
        partnerId: second,
        paidAt: day(2026, 11, 5),
        cents: 5_000,
      })
      await cancelOrder(core, 4, 'returned')

      const token = await service.signInAccepted(1)
      const months: LinkMonth[] = await service.get(token, '/v1/links')
      expect(months).toHaveLength(13)
      expect(months.at(-1)!.month).toBe(day(2025, 11, 1))
      const visited = (await stored())
        .filter(({ partnerId }) => partnerId === 1)
        .reduce((sum, row) => sum + row.visits, 0)
      expect(months.slice(0, 3)).toEqual([
        { month: day(2026, 11, 1), visits: visited, registrations: 2, firstOrders: 1 },
        { month: day(2026, 10, 1), visits: 0, registrations: 1, firstOrders: 0 },
        { month: day(2026, 9, 1), visits: 0, registrations: 0, firstOrders: 0 },
      ])
      expect(await service.get(token, '/v1/links?months=1')).toEqual(months.slice(0, 1))
      const other = await service.signInAccepted(2)
      expect(await service.get(other, '/v1/links?months=1')).toEqual([
        { month: day(2026, 11, 1), visits: 0, registrations: 0, firstOrders: 0 },
      ])
    })

    test('LNK-001 with linkStatistics FALSE nothing is counted, and the call says so', async () => {
      await changeSettings(service.core, { linkStatistics: 'FALSE' })
      expect(await visits([{}])).toBe(0)
      const token = await service.signInAccepted(1)
      const [month] = (await service.get(token, '/v1/links?months=1')) as LinkMonth[]
      expect(month).toMatchObject({ visits: null, registrations: 2 })
      await changeSettings(service.core, { linkStatistics: 'TRUE' })
    })
  })
})
