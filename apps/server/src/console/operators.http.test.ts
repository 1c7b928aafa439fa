import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { onBothDatabases, onPostgres } from '../testing/databases.ts'
import {
  type Browser,
  linkToken,
  OPERATOR_PASSWORD,
  OperatorsDesk,
  SERVICE_KEY,
} from '../testing/operators-desk.ts'

const MINUTE = 60_000

onBothDatabases('operators', (newDatabase) => {
  let desk: OperatorsDesk
  let admin: Browser
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    admin = await desk.operator('admin@example.com', 'admin')
  })

  const versionOf = async (email: string) =>
    (await desk.as(admin, 'GET', 'operators')).data.content.find(
      (operator: { email: string }) => operator.email === email,
    )
  const act = async (email: string, method: 'POST' | 'PUT', what: string, more: object = {}) => {
    const { id, version } = await versionOf(email)
    return desk.as(admin, method, `operators/${id}/${what}`, { version, ...more })
  }
  const freshAgain = () => desk.as(admin, 'POST', 'fresh', { code: desk.code(admin.secret) })

  test('OPR-017 OPR-001 an added operator gets the link by mail, and no answer shows it', async () => {
    const added = await desk.as(admin, 'POST', 'operators', {
      email: 'new@example.com',
      roles: ['viewer', 'support'],
    })
    expect(added.data).toMatchObject({ email: 'new@example.com', state: 'invited', version: 1 })
    const letter = desk.letters.at(-1)!
    expect(letter.to).toBe('new@example.com')
    const token = linkToken(letter.text)
    expect(JSON.stringify(added.body)).not.toContain(token)
    await desk.welcome('new@example.com', token)
    expect(await versionOf('new@example.com')).toMatchObject({ state: 'active' })
    const twice = await desk.as(admin, 'POST', 'operators', {
      email: 'NEW@example.com',
      roles: ['viewer'],
    })
    expect(twice.code).toBe('not_unique')
    const wrong = await desk.as(admin, 'POST', 'operators', { email: 'no', roles: ['viewer'] })
    expect(wrong.code).toBe('wrong_email')
  })

  test('OPR-013 a change of roles, a lock and a removal act on the next call of every session in every process', async () => {
    const other = await OperatorsDesk.open(desk.core.database, {
      clock: desk.clock,
      seal: desk.core.passwords,
    })
    const operator = await desk.operator('acted@example.com', 'viewer')
    const me = async () => {
      const [here, there] = [
        await desk.as(operator, 'GET', 'me'),
        await other.as(operator, 'GET', 'me'),
      ]
      return [here, there].map(({ code, data }) => code ?? data.operator.roles.join())
    }
    expect(await me()).toEqual(['viewer', 'viewer'])
    expect(
      (await act('acted@example.com', 'PUT', 'roles', { roles: ['support'] })).data.roles,
    ).toEqual(['support'])
    expect(await me()).toEqual(['support', 'support'])
    await act('acted@example.com', 'POST', 'lock')
    expect(await me()).toEqual(['invalid_token', 'invalid_token'])
    await act('acted@example.com', 'POST', 'unlock')
    const again = await desk.signIn(operator)
    expect((await other.as(again, 'GET', 'me')).status).toBe(200)
    await act('acted@example.com', 'POST', 'remove')
    expect((await desk.as(again, 'GET', 'me')).status).toBe(401)
    expect((await other.as(again, 'GET', 'me')).status).toBe(401)
  })

  test('OPR-014 every act on operators needs a fresh second factor', async () => {
    desk.clock.now += 16 * MINUTE
    const { data } = await desk.as(admin, 'GET', 'operators')
    const { id, version } = data.content[0]
    for (const what of ['lock', 'unlock', 'reset', 'remove']) {
      const refused = await desk.as(admin, 'POST', `operators/${id}/${what}`, { version })
      expect([what, refused.code]).toEqual([what, 'fresh_sign_in_required'])
    }
    await freshAgain()
  })

  test('OPR-017 a reset removes factors and sessions and mails a link; of an operator with finance, plan or admin it is a proposal', async () => {
    const operator = await desk.operator('lost@example.com', 'support')
    const before = desk.letters.length
    expect((await act('lost@example.com', 'POST', 'reset')).data.state).toBe('invited')
    expect((await desk.as(operator, 'GET', 'me')).status).toBe(401)
    const letter = desk.letters.at(-1)!
    expect([desk.letters.length, letter.to]).toEqual([before + 1, 'lost@example.com'])
    const login = { email: operator.email, password: OPERATOR_PASSWORD }
    expect((await desk.call('POST', 'login', login)).code).toBe('bad_credentials')
    await desk.welcome('lost@example.com', linkToken(letter.text))

    await desk.operator('banker@example.com', 'finance')
    expect((await act('banker@example.com', 'POST', 'reset')).code).toBe('proposal_required')
    const { out, exit } = await desk.run('operator reset banker@example.com')
    expect(exit).toBe(0)
    await desk.welcome('banker@example.com', linkToken(out))
  })

  test('D-155 giving finance, plan or admin is a proposal, taking it away is not', async () => {
    await desk.operator('rising@example.com', 'viewer', 'plan')
    for (const role of ['finance', 'admin']) {
      const asked = await act('rising@example.com', 'PUT', 'roles', { roles: ['plan', role] })
      expect(asked.code).toBe('proposal_required')
      const added = { email: `${role}2@example.com`, roles: [role] }
      expect((await desk.as(admin, 'POST', 'operators', added)).code).toBe('proposal_required')
    }
    const kept = await act('rising@example.com', 'PUT', 'roles', { roles: ['support', 'plan'] })
    expect(kept.data.roles).toEqual(['support', 'plan'])
    const taken = await act('rising@example.com', 'PUT', 'roles', { roles: ['support'] })
    expect(taken.data.roles).toEqual(['support'])
  })

  test('a change on an older version is refused', async () => {
    await desk.operator('versioned@example.com', 'viewer')
    const { id, version } = await versionOf('versioned@example.com')
    const roles = { version, roles: ['support'] }
    expect((await desk.as(admin, 'PUT', `operators/${id}/roles`, roles)).data.version).toBe(
      version + 1,
    )
    expect((await desk.as(admin, 'PUT', `operators/${id}/roles`, roles)).code).toBe(
      'changed_meanwhile',
    )
  })

  test('OPR-019 the last operator with the role admin who can sign in is not removed or locked and keeps the role', async () => {
    for (const [what, more] of [
      ['lock', {}],
      ['remove', {}],
    ] as const) {
      expect((await act(admin.email, 'POST', what, more)).code).toBe('last_admin')
    }
    expect((await act(admin.email, 'PUT', 'roles', { roles: ['viewer'] })).code).toBe('last_admin')
    const { notes, exit } = await desk.run(`operator lock ${admin.email}`)
    expect([exit, notes]).toEqual([
      1,
      [
        'this is the last operator who can sign in with the role admin: give another one the role first',
      ],
    ])
    // Who is invited or locked cannot sign in, and does not count.
    const token = await desk.link('invited@example.com', ['admin'])
    expect((await act(admin.email, 'POST', 'lock')).code).toBe('last_admin')
    await desk.welcome('invited@example.com', token)
    await desk.run('operator lock invited@example.com')
    expect((await act(admin.email, 'POST', 'remove')).code).toBe('last_admin')
    await desk.run('operator remove invited@example.com')
  })

  test('OPR-018 the commands have the effect of the page, each with its entry, and a removed operator’s entries keep the name', async () => {
    const last = (await desk.entriesSince()).at(-1)!.id
    const token = await desk.link('shell@example.com', ['viewer'])
    await desk.welcome('shell@example.com', token)
    const lines = [
      'operator roles shell@example.com --role support,finance',
      'operator lock shell@example.com',
      'operator unlock SHELL@example.com',
      'operator reset shell@example.com',
      'operator remove shell@example.com',
    ]
    for (const line of lines) expect([line, (await desk.run(line)).exit]).toEqual([line, 0])
    expect((await desk.run('operator lock shell@example.com')).notes).toEqual([
      'there is no operator shell@example.com',
    ])
    expect((await desk.run('operator list')).out).toContain('admin@example.com\tadmin\tactive\n')
    const entries = await desk.entriesSince(last)
    expect(entries.map(({ actor, command }) => `${actor}: ${command}`)).toEqual([
      'ann: operator add',
      'shell@example.com: console sign-in',
      'ann: operator roles',
      'ann: operator lock',
      'ann: operator unlock',
      'ann: operator reset',
      'ann: operator remove',
    ])
    expect(JSON.stringify(entries)).not.toContain(token)
  })

  test('OPR-026 every sign-in, failed sign-in, lock, change of roles and ended session is one entry with actor, address and device', async () => {
    const agent = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      'x-forwarded-for': '203.0.113.9',
    }
    const operator = await desk.operator('watched@example.com', 'viewer')
    let last = (await desk.entriesSince()).at(-1)!.id
    const news = async () => {
      const entries = await desk.entriesSince(last)
      last = entries.at(-1)?.id ?? last
      return entries.map(({ actor, command, details }) => [actor, command, details])
    }
    const login = { email: operator.email, password: OPERATOR_PASSWORD }
    const from = { headers: agent, remoteAddress: '10.9.9.9' }
    const where = { address: '203.0.113.9', device: 'Firefox, Linux' }
    await desk.call('POST', 'login', { ...login, password: 'a wrong one' }, from)
    expect(await news()).toEqual([
      [operator.email, 'console sign-in failed', { ...where, code: 'bad_credentials' }],
    ])
    await desk.call('POST', 'login', { ...login, email: 'not-an-operator@example.com' }, from)
    expect(await news()).toEqual([
      ['an unknown operator', 'console sign-in failed', { ...where, code: 'bad_credentials' }],
    ])
    const signed = await desk.call(
      'POST',
      'login',
      { ...login, code: desk.code(operator.secret) },
      from,
    )
    expect(await news()).toEqual([
      [operator.email, 'console sign-in', { ...where, way: 'password and second factor' }],
    ])
    const cookie = String(signed.headers['set-cookie']).split(';')[0]!
    const browser = { cookie, token: signed.data.token }
    await desk.as(browser, 'POST', 'logout')
    expect(await news()).toMatchObject([
      [operator.email, 'console session ended', { why: 'logout' }],
    ])
    desk.clock.now += 31 * MINUTE
    expect((await desk.as(operator, 'GET', 'me')).status).toBe(401)
    const overdue = (await news()).filter(([actor]) => actor === operator.email)
    expect(overdue).toMatchObject([[operator.email, 'console session ended', { why: 'time' }]])
    for (let count = 0; count < 10; count += 1) {
      await desk.call('POST', 'login', { ...login, password: 'a wrong one' }, from)
    }
    const failed = await news()
    expect(failed).toHaveLength(11)
    expect(failed.at(-1)).toEqual([
      operator.email,
      'console locked',
      { ...where, until: desk.clock.now + 15 * MINUTE },
    ])
    admin = await desk.signIn(admin)
    await news()
    await act(operator.email, 'POST', 'lock')
    await act(operator.email, 'POST', 'unlock')
    await act(operator.email, 'PUT', 'roles', { roles: ['support'] })
    expect(await news()).toEqual([
      [admin.email, 'operator lock', { operator: operator.email }],
      [admin.email, 'operator unlock', { operator: operator.email }],
      [admin.email, 'operator roles', { operator: operator.email, roles: ['support'] }],
    ])
  })
})

onPostgres('acts on operators at the same time', (newDatabase) => {
  test('OPR-019 two admins who remove, lock or demote each other at the same moment leave one', async () => {
    const desk = await OperatorsDesk.open(await newDatabase())
    const [ann, bob] = [
      await desk.operator('ann@example.com', 'admin'),
      await desk.operator('bob@example.com', 'admin'),
    ]
    const ids = [await desk.idOf(ann.email), await desk.idOf(bob.email)]
    for (let round = 0; round < 200; round += 1) {
      const command = ['operator remove', 'operator lock', 'operator roles'][round % 3]!
      const more = command === 'operator roles' ? ' --role viewer' : ''
      const exits = await Promise.all(
        [ann, bob].map(async ({ email }) => (await desk.run(`${command} ${email}${more}`)).exit),
      )
      expect(exits.toSorted()).toEqual([0, 1])
      // Both are admins again for the next round.
      await desk.core.database.asOwner(async (tx) => {
        await sql`update console.operators set removed_at = null, locked_at = null, password_hash = 'x'
          where id = any(${ids}::bigint[])`.execute(tx)
        await sql`delete from console.operator_roles where operator_id = any(${ids}::bigint[])`.execute(
          tx,
        )
        await sql`insert into console.operator_roles select unnest(${ids}::bigint[]), 'admin'`.execute(
          tx,
        )
      })
    }
  })
})

describe('the port of the console', () => {
  const PUBLISHED = 'https://console.example.com'

  onPostgres('its hosts', (newDatabase) => {
    let desk: OperatorsDesk
    let published: OperatorsDesk
    beforeAll(async () => {
      const database = await newDatabase()
      desk = await OperatorsDesk.open(database)
      published = await OperatorsDesk.open(database, {
        clock: desk.clock,
        seal: desk.core.passwords,
        consoleOrigin: PUBLISHED,
      })
    })

    test.each([
      ['localhost:3002', 200],
      ['127.0.0.1:3002', 200],
      ['[::1]:3002', 200],
      ['localhost', 200],
      ['rebound.example.com', 403],
      ['console.example.com', 403],
      ['localhost.example.com:3002', 403],
      ['127.0.0.1.example.com', 403],
    ])(
      'OPR-020 without CONSOLE_ORIGIN a call with the host %s answers %i',
      async (host, status) => {
        for (const url of [`/console/v1/welcome/${'A'.repeat(43)}`, '/health/live']) {
          expect((await desk.app.inject({ url, headers: { host } })).statusCode).toBe(status)
        }
        if (status === 403) {
          const page = await desk.app.inject({ url: '/console', headers: { host } })
          expect(page.statusCode).toBe(403)
        }
      },
    )

    test.each([
      [`/console/v1/welcome/${'A'.repeat(43)}`, 200],
      ['/health/live', 200],
      ['/metrics', 404],
      ['/docs', 404],
      ['/internal/v1/payouts', 404],
      ['/consolefoo', 404],
      ['/', 404],
    ])(
      'OPR-021 with CONSOLE_ORIGIN its host reaches console and health only: %s answers %i',
      async (url, status) => {
        const headers = { host: 'console.example.com', authorization: `Bearer ${SERVICE_KEY}` }
        expect((await published.app.inject({ url, headers })).statusCode).toBe(status)
      },
    )

    test.each([
      ['console.example.com', '/health/live', 200],
      ['console.example.com', `/console/v1/welcome/${'A'.repeat(43)}`, 200],
      ['console.example.com', '/internal/v1/payouts', 404],
      ['office-1.internal:3100', '/health/live', 200],
      ['office-1.internal:3100', '/console', 404],
      ['office-1.internal:3100', `/console/v1/welcome/${'A'.repeat(43)}`, 404],
      ['localhost:3100', '/console', 404],
    ])(
      'OPERATOR_LISTEN serves the console by its published host alone: %s%s answers %i',
      async (host, url, status) => {
        expect((await published.network.inject({ url, headers: { host } })).statusCode).toBe(status)
      },
    )

    test.each([
      [PUBLISHED, 200],
      ['https://other.example', 403],
      ['http://console.example.com', 403],
    ])(
      'OPERATOR_LISTEN answers %s, which calls the published host, with %i',
      async (origin, status) => {
        const headers = { host: 'console.example.com', origin }
        const answer = await published.network.inject({ url: '/health/live', headers })
        expect(answer.statusCode).toBe(status)
      },
    )

    test('OPR-021 the service key opens nothing at the published host, and this machine keeps its own way', async () => {
      const payload = { 'button.login': 'TRUE' }
      const ask = (host: string) =>
        published.app.inject({
          method: 'PUT',
          url: '/internal/v1/config',
          payload,
          headers: { host, authorization: `Bearer ${SERVICE_KEY}` },
        })
      expect((await ask('console.example.com')).statusCode).toBe(404)
      expect((await ask('localhost:3002')).statusCode).toBe(200)
    })

    test('OPR-008 on https the cookie is of this host alone, and links lead to it', async () => {
      const { out } = await published.run('operator add secure@example.com --role viewer')
      expect(out).toContain(`${PUBLISHED}/console/welcome/`)
      const token = linkToken(out)
      const headers = { host: 'console.example.com', origin: PUBLISHED }
      const begun = await published.call(
        'POST',
        `welcome/${token}`,
        { password: OPERATOR_PASSWORD },
        { headers },
      )
      expect(begun.data.passkey.rp.id).toBe('console.example.com')
      const code = published.code(begun.data.secret)
      const done = await published.call('POST', `welcome/${token}/confirm`, { code }, { headers })
      expect(done.headers['set-cookie']).toMatch(
        /^__Host-partner_operator=[A-Za-z0-9_-]{43}; Max-Age=43200; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      )
    })

    test('OPR-022 the address of X-Forwarded-For counts only from a trusted proxy', async () => {
      const addressOf = async (remoteAddress: string) => {
        const headers = { 'x-forwarded-for': '203.0.113.9' }
        const login = { email: 'nobody@example.com', password: 'wrong' }
        await desk.call('POST', 'login', login, { headers, remoteAddress })
        return ((await desk.entriesSince()).at(-1)!.details as { address: string }).address
      }
      expect(await addressOf('10.9.9.9')).toBe('203.0.113.9')
      expect(await addressOf('10.9.9.8')).toBe('10.9.9.8')
    })

    test('OPR-023 a call that is not GET needs the own origin, the own site and the token of its session', async () => {
      const operator = await desk.operator('cross@example.com', 'viewer')
      const act = (headers: Record<string, string>) =>
        desk.call('POST', 'fresh/options', undefined, {
          headers: { cookie: operator.cookie, 'x-console-token': operator.token, ...headers },
        })
      const other = await desk.operator('other@example.com', 'viewer')
      for (const headers of [
        { origin: 'http://evil.test' },
        { origin: 'null' },
        { origin: '' },
        { origin: 'http://localhost:3000' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'x-console-token': '' },
        { 'x-console-token': other.token },
      ]) {
        expect([headers, (await act(headers)).status]).toEqual([headers, 403])
      }
      const without = await desk.app.inject({
        method: 'POST',
        url: '/console/v1/fresh/options',
        headers: {
          host: 'localhost:3002',
          cookie: operator.cookie,
          'x-console-token': operator.token,
        },
      })
      expect(without.statusCode).toBe(403)
      expect((await act({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
      const form = await desk.call('POST', 'login', undefined, {
        headers: { origin: 'http://evil.test', 'content-type': 'text/plain' },
        payload: '{"email":"a@example.com","password":"x"}',
      })
      expect(form.status).toBe(403)
    })

    test('OPR-024 pages have a policy without inline scripts, are framed by nobody and are not stored', async () => {
      for (const url of ['/console', '/console/sign-in', '/console/partners/1?tab=notes']) {
        const { headers } = await desk.app.inject({ url, headers: { host: 'localhost:3002' } })
        expect(headers['content-security-policy']).toMatch(
          /script-src 'self';.*frame-ancestors 'none'/,
        )
        expect(headers['content-security-policy']).not.toMatch(/unsafe|http/)
        expect(headers['referrer-policy']).toBe('no-referrer')
        expect(headers['cache-control']).toBe('no-store')
      }
      const unknown = await desk.call('GET', '/console/v1/nothing')
      expect(unknown).toMatchObject({ status: 404, code: 'not_found' })
    })

    test('OPR-011 the service key opens no call of the console', async () => {
      const headers = { authorization: `Bearer ${SERVICE_KEY}`, 'x-operator-key': SERVICE_KEY }
      expect(await desk.call('GET', 'me', undefined, { headers })).toMatchObject({
        status: 401,
        code: 'invalid_token',
      })
    })
  })
})
