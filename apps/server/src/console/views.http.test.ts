// Views of operators as a partner: what their tokens open, when they end, and that they change nothing.
import {
  callsOf,
  CONFIG,
  type Contract,
  deleteToken,
  getPage,
  HEALTH,
  OFFICE,
  PASSPORT,
} from '@partner-office/contracts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { importPartners } from '../business/partners/import-partners.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { openDatabase } from '../db/database.ts'
import { openSession } from '../passport/tokens/sessions.ts'
import { publicClient } from '../passport/tokens/oauth-client.ts'
import { asUpload, type TestClock } from '../testing/core.ts'
import { createPostgresDatabase, onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { recordOrder } from '../testing/record-order.ts'
import { storeDispute } from '../testing/store-dispute.ts'

const REASON = 'the partner has asked about a bonus'
const MINUTE_MS = 60_000
const PARTNERS = `id,sponsorId,email,firstName,lastName,registeredAt,countryId
1,,ada@example.com,Ada,Own,1700000000000,DE
2,1,bea@example.com,Bea,Leg,1700000001000,FR
`
const SERVICES = {
  office: callsOf(...Object.values(OFFICE)),
  passport: callsOf(...Object.values(PASSPORT)),
} as const
type Service = keyof typeof SERVICES

const QUERIES: Readonly<Record<string, string>> = {
  '/v1/team': '?sponsorId=1',
  '/v1/team/export': '?sponsorId=1',
  '/v1/team/path': '?memberId=1',
  '/v1/team/past': '?sponsorId=1&day=2026-10-25',
  '/v1/team/picture': '?sponsorId=1',
  '/v1/balances': '?balances=CASH',
  '/v1/ledger/export': '?account=CASH',
}

const urlOf = ({ path }: Contract): string =>
  path
    .replace(':product', 'partner')
    .replace(':documentType', 'PASSPORT')
    .replace(':language', 'en')
    .replaceAll(/:\w+/g, '1') + (QUERIES[path] ?? '')

const nameOf = ({ method, path }: Contract): string => `${method} ${path}`

async function fill(desk: OperatorsDesk): Promise<void> {
  await importPartners(desk.core, asUpload(PARTNERS))
  const paidAt = desk.clock.now - 1_000
  await recordOrder(desk.core, { orderId: 1, partnerId: 2, paidAt, cents: 10_000 })
  await storeDispute(desk.core, 1)
  await changeSettings(desk.core, { enforceLegalsOnApi: 'FALSE', 'rateLimit.user': '0' })
}

const tokenIn = (url: string): string => new URL(url).searchParams.get('token')!

const client = publicClient('partner')
const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`

async function swap({ passport }: OperatorsDesk, token: string) {
  const response = await passport.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams({ grant_type: 'view', token })),
  })
  return { status: response.statusCode, ...response.json() }
}

const makeView = (desk: OperatorsDesk, by: Browser, partner = 1) =>
  desk.as(by, 'POST', `partners/${partner}/views`, { reason: REASON })

/** The access token of a view that was just opened. */
async function openedView(desk: OperatorsDesk, by: Browser, partner = 1): Promise<string> {
  const { data } = await makeView(desk, by, partner)
  return (await swap(desk, tokenIn(data.url))).data.access_token
}

/** The first error of a refusal, of any form; a file has none. */
function codeIn(payload: string): string | undefined {
  if (!payload.startsWith('{')) return undefined
  const { errors, error } = JSON.parse(payload)
  if (Array.isArray(errors)) return errors[0]?.code
  const [first = error] = Object.values<string>(errors ?? {})
  return first
}

async function ask(
  desk: OperatorsDesk,
  token: string,
  {
    on,
    method,
    url,
    page,
  }: { on: Service; method: Contract['method']; url: string; page?: string },
) {
  const { statusCode, payload } = await desk[on].inject({
    method,
    url,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(page !== undefined && { 'x-office-page': page }),
    },
    ...(method !== 'GET' && { payload: {} }),
  })
  return { status: statusCode, code: codeIn(payload), payload }
}

const read = (desk: OperatorsDesk, token: string, page?: string) =>
  ask(desk, token, { on: 'office', method: 'GET', url: '/v1/user', ...(page && { page }) })

/** Every row of every table, by table. */
async function allRows({ core }: OperatorsDesk): Promise<Record<string, string>> {
  return core.database.asOwner(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'passport', 'console') order by 1`.execute(
      tx,
    )
    const contents = []
    for (const { name } of tables) {
      const { rows } = await sql<{ rows: string }>`
        select coalesce(string_agg(t::text, '|' order by t::text), '') as rows from ${sql.table(name)} t`.execute(
        tx,
      )
      contents.push([name, rows[0]!.rows] as const)
    }
    return Object.fromEntries(contents)
  })
}

onPostgres('a view as the partner', (newDatabase) => {
  let desk: OperatorsDesk
  let support: Browser
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    await fill(desk)
    support = await desk.operator('su@example.com', 'support')
  })

  test('PTR-014 asks for a reason of 10 characters and a role, and gives a link for the office', async () => {
    const viewer = await desk.operator('vi@example.com', 'viewer', 'finance')
    expect((await makeView(desk, viewer)).code).toBe('access_denied')
    const short = await desk.as(support, 'POST', 'partners/1/views', { reason: 'too short' })
    expect(short.body.errors[0]).toMatchObject({ code: 'validation_error', fieldName: 'reason' })
    expect((await makeView(desk, support, 999)).code).toBe('not_found')
    const { data } = await makeView(desk, support)
    expect(data.goodUntil).toBe(desk.clock.now + MINUTE_MS)
    expect(data.url).toMatch(/^http:\/\/[^/]+\/en\/catch\?token=view-[\w-]{43}$/)
  })

  test('PTR-016 the link is good once, within 60 s', async () => {
    const { data } = await makeView(desk, support)
    desk.clock.now += MINUTE_MS
    expect(await swap(desk, tokenIn(data.url))).toMatchObject({ error: 'invalid_grant' })
    const next = tokenIn((await makeView(desk, support)).data.url)
    desk.clock.now += MINUTE_MS - 1
    const opened = await swap(desk, next)
    expect(opened.data).toMatchObject({ scope: 'READ active' })
    expect(opened.data.expires).toBe(desk.clock.now + 15 * MINUTE_MS)
    expect((await read(desk, opened.data.access_token)).status).toBe(200)
    // Somebody else has the link: nobody keeps the view.
    expect(await swap(desk, next)).toMatchObject({ error: 'invalid_grant' })
    expect((await read(desk, opened.data.access_token)).code).toBe('invalid_token')
  })

  test('PTR-016 two swaps at the same moment leave no view', async () => {
    const token = tokenIn((await makeView(desk, support)).data.url)
    const answers = await Promise.all([swap(desk, token), swap(desk, token)])
    const given = answers.flatMap(({ data }) => (data ? [data.access_token] : []))
    expect(given).toHaveLength(1)
    expect((await read(desk, given[0])).code).toBe('invalid_token')
  })

  test('PTR-016 ends after 15 minutes, at the sign-out of the operator, at a lock, and at its own button', async () => {
    const timed = await openedView(desk, support)
    desk.clock.now += 15 * MINUTE_MS - 1
    expect((await read(desk, timed)).status).toBe(200)
    desk.clock.now += 1
    expect((await read(desk, timed)).code).toBe('invalid_token')

    support = await desk.signIn(support)
    const left = await openedView(desk, support)
    await desk.as(support, 'POST', 'logout')
    expect((await read(desk, left)).code).toBe('invalid_token')

    support = await desk.signIn(support)
    const ended = await openedView(desk, support)
    const button = { on: 'passport', method: 'DELETE', url: '/oauth/token/revoke' } as const
    expect((await ask(desk, ended, button)).status).toBe(200)
    expect((await read(desk, ended)).code).toBe('invalid_token')

    const locked = await desk.operator('locked@example.com', 'support')
    const view = await openedView(desk, locked)
    await desk.run('operator lock locked@example.com')
    expect((await read(desk, view)).code).toBe('invalid_token')
  })

  test('PTR-016 a view that is not opened ends with the sign-out too', async () => {
    support = await desk.signIn(support)
    const { data } = await makeView(desk, support)
    await desk.as(support, 'POST', 'logout')
    expect(await swap(desk, tokenIn(data.url))).toMatchObject({ error: 'invalid_grant' })
    support = await desk.signIn(support)
  })

  test('PTR-017 is one entry of the audit log with the reason and the pages opened', async () => {
    const last = (await desk.entriesSince()).at(-1)!.id
    const token = await openedView(desk, support)
    await read(desk, token, '/team/my')
    await read(desk, token, '/team/my')
    desk.clock.now += 1
    await read(desk, token, '/payout')
    desk.clock.now += 1
    // A program that names no page, or none of the office.
    await read(desk, token, '<script>')
    const entries = await desk.entriesSince(last)
    expect(entries.map(({ command, actor }) => [command, actor])).toEqual([
      ['partner view', support.email],
    ])
    const admin = await desk.operator('log@example.com', 'admin')
    const { data } = await desk.as(admin, 'GET', `audit/entries/${entries[0]!.id}`)
    expect(data).toMatchObject({
      object: '1',
      details: { reason: REASON, pages: ['/team/my', '/payout', 'GET /v1/user'] },
    })
    expect(JSON.stringify(data)).not.toContain('view-')
  })

  test('PTR-017 the partner gets a notice and sees the instant in the list of sessions, unless the setting is off', async () => {
    const own = await desk.core.database.transaction((tx) =>
      openSession(desk, tx, { userId: 2, application: 'partner', device: '', place: '' }),
    )
    const seen = async () => {
      const url = '/v1/sessions/support'
      const { payload } = await ask(desk, own.token, { on: 'passport', method: 'GET', url })
      return JSON.parse(payload).data
    }
    const notices = async () => {
      const { read: db } = desk.core.database
      return db.selectFrom('passport.notices').select(['userId', 'kind']).execute()
    }
    await changeSettings(desk.core, { tellPartnerOfViews: 'FALSE' })
    await openedView(desk, support, 2)
    expect(await seen()).toEqual([])
    const before = await notices()
    await changeSettings(desk.core, { tellPartnerOfViews: null })
    await makeView(desk, support, 2)
    expect(await seen()).toEqual([])
    await openedView(desk, support, 2)
    expect(await seen()).toEqual([{ at: desk.clock.now }])
    expect(await notices()).toEqual([...before, { userId: 2, kind: 'supportLooked' }])
  })

  test('PTR-018 changes nothing for the partner: every table is as before, except the audit log and the view', async () => {
    await changeSettings(desk.core, { tellPartnerOfViews: 'FALSE' })
    const session = { userId: 1, application: 'partner', device: '', place: '' }
    await desk.core.database.transaction((tx) => openSession(desk, tx, session))
    const before = await allRows(desk)
    desk.clock.now += 10 * MINUTE_MS
    const token = await openedView(desk, support)
    for (const [on, contracts] of Object.entries(SERVICES) as [Service, readonly Contract[]][]) {
      for (const contract of contracts) {
        if (contract === deleteToken) continue
        desk.clock.now += 10
        await ask(desk, token, { on, method: contract.method, url: urlOf(contract) })
      }
    }
    expect((await read(desk, token)).status).toBe(200)
    const after = await allRows(desk)
    const changed = Object.keys(before).filter((table) => before[table] !== after[table])
    // The operator's own session has made the view.
    const own = ['console.sessions', 'console.view_pages', 'console.views', 'public.audit_log']
    expect(changed.filter((table) => table !== 'public.chain_heads')).toEqual(own)
    await changeSettings(desk.core, { tellPartnerOfViews: null })
  })
})

onPostgres('every contract with the token of a view', (newDatabase) => {
  let desk: OperatorsDesk
  let support: Browser
  let token: string
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    await fill(desk)
    support = await desk.operator('su@example.com', 'support')
    token = await openedView(desk, support)
  })

  describe.each(Object.keys(SERVICES) as Service[])('%s', (on) => {
    test('PTR-015 has only calls that are asked here', () => {
      const asked = new Set<Contract>([...SERVICES[on], ...callsOf(HEALTH, CONFIG), getPage])
      expect(desk[on].calls.filter((contract) => !asked.has(contract))).toEqual([])
    })

    test.each(SERVICES[on].map((contract) => [nameOf(contract), contract] as const))(
      'PTR-015 %s',
      async (_name, contract) => {
        // Its own button is the one call that is not GET: see the next test.
        if (contract === deleteToken) return
        const { method, auth } = contract
        const { status, code } = await ask(desk, token, { on, method, url: urlOf(contract) })
        const isRefused = method !== 'GET' || (on === 'passport' && auth === 'bearer')
        if (isRefused) expect({ status, code }).toEqual({ status: 403, code: 'access_denied' })
        else {
          expect(['access_denied', 'invalid_token']).not.toContain(code)
          expect(status).toBeLessThan(500)
        }
      },
    )
  })

  test('PTR-015 the console and the operators’ port take it for nobody’s', async () => {
    const calls = [
      ['GET', '/console/v1/me'],
      ['GET', '/console/v1/partners/1'],
      ['POST', '/internal/v1/payouts/1/take'],
    ] as const
    for (const [method, url] of calls) {
      const { statusCode } = await desk.app.inject({
        method,
        url,
        headers: { host: 'localhost:3002', authorization: `Bearer ${token}` },
      })
      expect({ url, statusCode }).toEqual({ url, statusCode: 401 })
    }
  })

  test('PTR-015 the one other call that is not refused ends the view itself, and no session of the partner', async () => {
    const own = await desk.core.database.transaction((tx) =>
      openSession(desk, tx, { userId: 1, application: 'partner', device: '', place: '' }),
    )
    const url = '/oauth/token/revoke'
    expect((await ask(desk, token, { on: 'passport', method: 'DELETE', url })).status).toBe(200)
    expect((await read(desk, token)).code).toBe('invalid_token')
    expect((await read(desk, own.token)).status).toBe(200)
  })
})

test('PTR-016 each end of a view acts on the next call of another process, PostgreSQL', async () => {
  const { url, drop } = await createPostgresDatabase()
  const clock: TestClock = { now: Date.UTC(2026, 10, 1) }
  const [mine, theirs] = [await openDatabase({ url }), await openDatabase({ url })]
  const one = await OperatorsDesk.open(mine, { clock })
  await fill(one)
  const other = await OperatorsDesk.open(theirs, { clock, seal: one.core.passwords })
  const stop = await other.core.network.follow(theirs)
  await other.core.network.catchUp(theirs.read)
  let support = await one.operator('su@example.com', 'support')
  const ends: readonly ((token: string) => Promise<unknown>)[] = [
    async () => void (clock.now += 15 * MINUTE_MS),
    () => one.as(support, 'POST', 'logout'),
    (token) => ask(one, token, { on: 'passport', method: 'DELETE', url: '/oauth/token/revoke' }),
  ]
  for (const end of ends) {
    support = await one.signIn(support)
    const token = await openedView(one, support)
    expect((await read(other, token)).status).toBe(200)
    await end(token)
    expect((await read(other, token)).code).toBe('invalid_token')
  }
  await stop()
  await mine.close()
  await theirs.close()
  await drop()
})
